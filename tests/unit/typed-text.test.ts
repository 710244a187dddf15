import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creatorPageForm } from "../../app/domain/creator-pages/creator-page.schema.ts";
import { groupForm } from "../../app/domain/grouplists/grouplist.schema.ts";
import { itemForm } from "../../app/domain/items/item.schema.ts";
import { senderMessage, senderName } from "../../app/domain/payments/payer.schema.ts";
import { reasonForm } from "../../app/domain/payouts/batches/admin-payouts.schema.ts";
import { payoutDataForm } from "../../app/domain/payouts/destinations/payout-data.schema.ts";
import { cleanLine, cleanWords, declineContentForm } from "../../app/domain/typed-text.schema.ts";
import { completeForm, profileForm } from "../../app/domain/users/profile.schema.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { EMPTY_DETAILS } from "../support/money/payout-world.ts";

/** What belongs to a word or a picture. */
const KEPT = [
  ...["Zoë", "Łukasz", "田中真", "Bùi Thị Hường", "שָׁלוֹם", "मुंबई", "สวัสดี", "١٢٣"],
  // A non-joiner of Persian, a joiner of Sinhala and of Malayalam, selectors of Han and of Mongolian.
  ...["علی\u200cرضا", "ශ්\u200dරී", "അവന്\u200d", "葛\u{E0100}城", "ᠨ\u180bᠠ"],
  ...[
    "👩‍👩‍👧",
    "👩🏽‍🚀",
    "🏳️‍🌈",
    "❤️",
    "❤️‍🔥",
    "☎︎",
    "1️⃣",
    "👍🏽",
    "🇩🇪",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
  ],
];

/** What turns the order of writing around, or what nobody sees. */
const TAKEN: [string, string][] = [
  ...[..."\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C"].map(
    (sign): [string, string] => [`evil${sign}gnp.exe`, "evilgnp.exe"],
  ),
  ...[
    ..."\u200B\u2060\uFEFF\u00AD\u034F\u115F\u3164\uFFA0\u180E\u{E0041}\uFE0F\u200D\u200C\u{E0100}\uFFF9",
  ].map((sign): [string, string] => [`An${sign}na`, "Anna"]),
  ["👍\u200Dx", "👍x"],
  ["e\u0301", "é"],
  [`a${"\u0316".repeat(500)}b`, `a${"\u0316".repeat(6)}b`],
  ["\uD800a", "\uFFFDa"],
];

describe("a typed text", () => {
  it.each(KEPT)("a typed text keeps what belongs to %s", (text) => {
    expect(cleanLine(`${text} and ${text}`)).toBe(`${text} and ${text}`.normalize("NFC"));
    expect(cleanWords(`${text}\n${text}`)).toBe(`${text}\n${text}`.normalize("NFC"));
  });

  it.each(TAKEN)("a typed text loses what is unseen: %j", (typed, kept) => {
    expect(cleanLine(typed)).toBe(kept);
    expect(cleanWords(typed)).toBe(kept);
  });

  it("a typed text keeps its lines where it may have several", () => {
    expect(cleanWords("a\r\nb\rc\u2028d\te\0")).toBe("a\nb\nc\nde");
    expect(cleanLine("a\r\nb\u2028c\td\0")).toBe("a b c d");
  });

  it("a typed text that was cleaned stays as it is", () => {
    const signs = fc.constantFrom(
      ..."a é\u0301\u200d\u200c\ufe0f👩🏽🚀ع\u202e\u00ad\n\u180bක්",
      "1",
      "\u20e3",
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 30 }), (letters) => {
        const [line, words] = [cleanLine(letters.join("")), cleanWords(letters.join(""))];
        expect([cleanLine(line), cleanWords(words)]).toEqual([line, words]);
      }),
    );
  });
});

const free = async () => true;

/** Every field of words, by a form that has it. */
const FIELDS: [string, (typed: string) => unknown][] = [
  ["a fan's name", (typed) => senderName.parse(typed)],
  ["a fan's message", (typed) => senderMessage(defaultSettings.rules.content).parse(typed)],
  [
    "an item's name",
    (typed) => itemForm("EUR", "en", defaultSettings.rules.tip).parse({ name: typed, amount: "5" }).name,
  ],
  ["a group's name", (typed) => groupForm.parse({ name: typed }).name],
  ["a page's text", (typed) => creatorPageForm("EUR", "en", "2026-11-25").parse({ about: typed }).about],
  [
    "a goal's title",
    (typed) =>
      creatorPageForm("EUR", "en", "2026-11-25").parse({ goal_title: typed, goal_amount: "50" }).goal?.title,
  ],
  [
    "a first name",
    (typed) =>
      profileForm("2026-11-25").parse({ username: "jordis", name: "Jördis", firstname: typed }).firstname,
  ],
  ["a reason of the review", (typed) => declineContentForm.parse({ reason: typed }).reason],
  ["a reason of the books", (typed) => reasonForm.parse({ reason: typed }).reason],
  [
    "an account's owner",
    (typed) =>
      payoutDataForm(() => "DE").parse({
        ...EMPTY_DETAILS,
        paxum_account_owner: typed,
        paxum_email: "jordis@example.com",
      }).paxum_account_owner,
  ],
];

describe.each(FIELDS)("%s", (_, read) => {
  it("keeps pictures and joined letters, and nothing that turns the writing around", () => {
    expect(read("  علی\u200cرضا \u202E👩🏽‍🚀\u200B ")).toBe("علی\u200cرضا 👩🏽‍🚀");
  });
});

it("a display name is cleaned before it is judged", async () => {
  const given = { username: "jordis", country_id: "1" };
  const named = async (name: string) =>
    (await completeForm(free).safeParseAsync({ ...given, name })).data?.name;
  expect(await named(" Zoe\u0308\u202E ")).toBe("Zoë");
  expect(await named("Аnna")).toBeUndefined();
});
