import { assert as check, constantFrom, date, integer, property, record, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { discordNetwork } from "../../app/domain/microblog/networks/discord.server.ts";
import { weightedLength, xNetwork } from "../../app/domain/microblog/networks/x.server.ts";
import { type PostFacts, postText, type Speaker, saysAmount } from "../../app/domain/microblog/post-texts.ts";
import { PROFILE_CURRENCIES } from "../../app/domain/money/minor.ts";
import { productRules } from "../../app/product-rules.ts";
import { LOCALES } from "../../locales/index.ts";
import { TEXTS } from "../../locales/texts.ts";
import { DISCORD_APP } from "../support/networks/fake-discord.ts";
import { X_KEYS } from "../support/networks/fake-x.ts";

const x = xNetwork({ ...X_KEYS, base: null, monthlyBudgetMills: 1, clock: () => new Date() });
const discord = discordNetwork({ ...DISCORD_APP, base: null, returnUrl: "", clock: () => new Date() });
/** What a post of an hour adds up to, in every currency, at the most that is counted without loss. */
const LARGEST = Number.MAX_SAFE_INTEGER;
const sum = record({
  amount_minor: integer({ min: 0, max: LARGEST }),
  currency: constantFrom(...PROFILE_CURRENCIES),
});
const moment = date({ min: new Date("2026-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
const count = integer({ min: 1, max: 2 ** 31 - 1 });
const username = stringMatching(
  new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{1,${productRules.username.characters_maximum - 2}}[A-Za-z0-9]$`),
);

/** Every kind of post, with and without amounts. */
const facts = record({ at: moment, count, sums: record({ a: sum, b: sum, c: sum }), username }).map(
  ({ at, count: number, sums, username: name }): PostFacts[] => [
    { kind: "tip", at, number, sum: null },
    { kind: "tip", at, number, sum: sums.a },
    { kind: "hour", from: at, count: number, sums: null },
    { kind: "hour", from: at, count: number, sums: [sums.a, sums.b, sums.c] },
    { kind: "sum", sum: sums.a },
    { kind: "count", count: number },
    {
      kind: "advert",
      day: at.toISOString().slice(0, 10),
      url: `https://a-long-name-of-a-platform.tips.example:8443/${name}`,
    },
  ],
);

const CREATOR: Speaker = { voice: "creator" };

describe.each(LOCALES)("posts in %s", (locale) => {
  it("fit the network by its own count, whatever the amounts, counts and names", () => {
    check(
      property(facts, (each) => {
        for (const one of each) {
          const text = postText(one, locale, CREATOR);
          expect(x.count(text), text).toBeLessThanOrEqual(x.maxCharacters);
          expect(text).not.toMatch(/\{\{|undefined|NaN/);
          // Only an advert has an address, and costs as one.
          expect(x.costMills(text) > x.costMills("")).toBe(one.kind === "advert");
        }
      }),
    );
  });

  it("fit a channel that we speak in, whatever the amounts, counts and names", () => {
    check(
      property(facts, username, (each, name) => {
        const url = `https://a-long-name-of-a-platform.tips.example:8443/${name}`;
        for (const one of each) {
          if (one.kind === "advert") continue;
          const text = postText(one, locale, { voice: "channel", username: name, url });
          expect(discord.count(text), text).toBeLessThanOrEqual(discord.maxCharacters);
          expect(text).toContain(url);
          expect(text).not.toMatch(/\{\{|undefined|NaN/);
        }
      }),
    );
  });

  it("the longest amounts in all currencies at once fit", () => {
    const sums = PROFILE_CURRENCIES.map((currency) => ({ amount_minor: -LARGEST, currency }));
    const text = postText(
      { kind: "hour", from: new Date("2026-09-30T20:00Z"), count: LARGEST, sums },
      locale,
      CREATOR,
    );
    expect(x.count(text)).toBeLessThanOrEqual(x.maxCharacters);
  });

  it("an amount is said by those alone that say so of themselves", () => {
    const marked = { amount_minor: 7654321, currency: "EUR" };
    const at = new Date("2026-11-23T10:00Z");
    const all: PostFacts[] = [
      { kind: "tip", at, number: 1, sum: null },
      { kind: "tip", at, number: 1, sum: marked },
      { kind: "hour", from: at, count: 1, sums: null },
      { kind: "hour", from: at, count: 1, sums: [marked] },
      { kind: "sum", sum: marked },
      { kind: "count", count: 10 },
      { kind: "advert", day: "2026-11-23", url: "https://tribute.example/ada" },
    ];
    for (const one of all) expect(/76.543.21/.test(postText(one, locale, CREATOR))).toBe(saysAmount(one));
  });

  it("each text as it is written has nothing but its own values to fill in", () => {
    const { posts } = TEXTS[locale].microblog;
    const names = new Set(JSON.stringify(posts).match(/(?<=\{\{-? ?)\w+/g));
    expect([...names].sort()).toEqual(["amount", "count", "day", "from", "number", "until", "url"]);
  });
});

it("what a post cannot hold is counted: an address is as long as X says, whatever its own length", () => {
  expect(weightedLength(`https://${"a".repeat(300)}.example/x`)).toBe(23);
});
