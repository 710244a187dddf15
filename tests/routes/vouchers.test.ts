import { describe, expect, test } from "vitest";
import { productRules } from "../../app/product-rules.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { cookieValue, sentCookie } from "../support/http/own-cookies.ts";
import { buyInProduct } from "../support/http/product-vouchers.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, newAddress, setCookie } from "../support/http/users.ts";

// Redeeming a voucher by pages, and withdrawing from its purchase (docs/product.md, 5.12).

const WRONG = "7K2M-QX4D-9VTB-3HNA";
const PAGE = "/voucher/redeem";
const { wrong_codes } = productRules.voucher.lockout;

const main = (answer: Answer) => textOf(readStrictly(answer.text).elements("main")[0]);
const visitor = (locale: "de" | "en" = "en") => wireFan(locale, newAddress());
const signedIn = async (change: Parameters<typeof makeAccount>[0] = {}, locale: "de" | "en" = "en") => {
  const account = await makeAccount({ status: "ACTIVE", currency: "EUR", ...change });
  return { ...account, wire: wireFan(locale, { ...newAddress(), Cookie: await cookieOf(account) }) };
};
const check = (fan: WireFan, voucher_code: string) => fan.post(PAGE, { voucher_code });
/** What the form of a page sends along. */
const hidden = (answer: Answer, name: string) =>
  readStrictly(answer.text)
    .elements("input")
    .filter((input) => attribute(input, "name") === name)
    .map((input) => attribute(input, "value") ?? "")
    .at(0) ?? "";
/** A code that is checked, and the page that shows its voucher. */
async function shown(fan: WireFan, code: string): Promise<Answer> {
  const answer = await check(fan, code);
  expect([answer.status, answer.headers.location]).toEqual([303, PAGE]);
  return await fan.follow(answer);
}
const confirm = (fan: WireFan, page: Answer, change: Record<string, string> = {}) =>
  fan.post(PAGE, {
    ...{ act: "redeem", voucher: hidden(page, "voucher"), seen_credit: hidden(page, "seen_credit") },
    ...change,
  });
const statusOf = async (id: string) =>
  (await records().selectFrom("vouchers").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;

describe("a visitor with a code", () => {
  test("sees what a voucher is worth, and is led to log in or register and back; the code stands nowhere", async () => {
    const { id, code } = await buyInProduct({ from: "Nora <b>", message: "For\nthe strings" });
    const fan = visitor();
    const answer = await check(fan, ` ${code.toLowerCase().replaceAll("-", " ")} `);
    const cookie = setCookie(answer.headers, "held_voucher") ?? "";
    const page = await fan.follow(answer);
    expect(main(page)).toContain("€25.00");
    expect(main(page)).toContain("Nora <b>");
    expect(main(page)).toContain("For\nthe strings");
    const bare = code.replaceAll("-", "");
    for (const text of [page.text, cookie, JSON.stringify(answer.headers)]) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(bare);
    }
    expect(page.headers["cache-control"]).toBe("private, no-store");
    const links = readStrictly(page.text)
      .elements("a")
      .map((link) => attribute(link, "href"));
    expect(links).toContain("/login?return_to=%2Fvoucher%2Fredeem");
    // Without an account nothing is redeemed.
    const post = { act: "redeem", voucher: await cookieValue("held_voucher", cookie), seen_credit: "2500" };
    const refused = await fan.post(PAGE, post);
    expect([refused.status, refused.headers.location]).toEqual([303, "/login?return_to=/voucher/redeem"]);
    expect(await statusOf(id)).toBe("VALID");
    // Signed in with the same browser, they find it again.
    const creator = await makeAccount({ status: "ACTIVE" });
    const Cookie = `${await cookieOf(creator)}; held_voucher=${cookie}`;
    expect(main(await visitor().get(PAGE, { Cookie }))).toContain("Redeem €25.00");
    // Signing out forgets it: the next person at this computer is not them.
    expect(setCookie((await visitor().post("/logout", {}, { Cookie })).headers, "held_voucher")).toBe("");
  });

  test("who opens an address with a code has it in the field, and nothing is checked or counted", async () => {
    const { id, code } = await buyInProduct();
    const fan = visitor();
    const before = await records().selectFrom("voucher_tries").selectAll().execute();
    for (const address of [code, code.toLowerCase(), WRONG, "nonsense", "%22%3E%3Cscript%3E"]) {
      const page = await fan.get(`${PAGE}/${address}`);
      expect(page.status).toBe(200);
      expect(page.headers["set-cookie"]).toBeUndefined();
      expect(readStrictly(page.text).problems).toEqual([]);
    }
    expect(hidden(await fan.get(`${PAGE}/${code.toLowerCase()}`), "voucher_code")).toBe(code);
    expect(await records().selectFrom("voucher_tries").selectAll().execute()).toEqual(before);
    expect(await statusOf(id)).toBe("VALID");
  });

  test("that is redeemed, expired, locked, wrong or no code reads so, in both languages", async () => {
    const [redeemed, expired, locked] = await Promise.all([buyInProduct(), buyInProduct(), buyInProduct()]);
    const creator = await signedIn();
    await confirm(creator.wire, await shown(creator.wire, redeemed.code));
    const db = records();
    const past = new Date(Date.now() - 1000);
    await db.updateTable("vouchers").set({ expires_at: past }).where("id", "=", expired.id).execute();
    const lock = { locked_at: past, locked_by: creator.id, lock_reason: "x" };
    await db.updateTable("vouchers").set(lock).where("id", "=", locked.id).execute();
    const texts = {
      en: ["Already redeemed", "Expired", "Code not found", "Code not found", "16 characters. Typo?"],
      de: [
        "Schon eingelöst",
        "Abgelaufen",
        "Code nicht gefunden",
        "Code nicht gefunden",
        "16 Zeichen. Vertippt?",
      ],
    };
    const codes = [redeemed.code, expired.code, locked.code, WRONG, "7K2M"];
    for (const locale of ["en", "de"] as const) {
      const fan = visitor(locale);
      for (const [each, code] of codes.entries()) {
        const answer = await check(fan, code);
        expect(answer.status).toBe(422);
        expect(main(answer), code).toContain(texts[locale][each]);
        expect(answer.headers["set-cookie"]).toBeUndefined();
        // What was typed can be mended.
        expect(hidden(answer, "voucher_code")).toBe(code);
      }
      expect(main(await check(fan, WRONG))).toMatch(/@/);
    }
    await db
      .updateTable("vouchers")
      .set({ locked_at: null, locked_by: null, lock_reason: null })
      .where("id", "=", locked.id)
      .execute();
  });
});

describe("a creator", () => {
  test("redeems a voucher by a second post; sent twice, it says the same twice", async () => {
    const { id, code } = await buyInProduct({ message: "For the strings", from: "Nora" });
    const { id: creator_id, wire } = await signedIn();
    const page = await shown(wire, code);
    expect(main(page)).toContain("Available from");
    const answers = await all(many(5), () => confirm(wire, page));
    for (const answer of answers) expect([answer.status, answer.headers.location]).toEqual([303, PAGE]);
    const done = await wire.follow(answers[0] as Answer);
    expect(main(done)).toContain("Redeemed, on your balance.");
    expect(await statusOf(id)).toBe("REDEEMED");
    const tips = await records()
      .selectFrom("tips")
      .select(["id", "voucher_id"])
      .where("creator_id", "=", creator_id)
      .execute();
    expect(tips).toMatchObject([{ voucher_id: id }]);
    const tip = await wire.get(`/dashboard/tips/${tips[0]?.id}`);
    expect(main(tip)).toContain("by voucher");
    expect(main(tip)).not.toContain("Refund this tip");
    expect(main(await wire.get("/dashboard"))).toContain("by voucher");
    // Nor by asking for its page.
    expect((await wire.get(`/dashboard/tips/${tips[0]?.id}/refund`)).text).not.toContain("seen_left");
    // Who lost the line and checks the code once more, reads the same; the browser has forgotten the voucher.
    expect(main(await wire.follow(await check(wire, code)))).toContain("Redeemed, on your balance.");
    expect(setCookie((answers[0] as Answer).headers, "held_voucher")).toBe("");
  });

  test("who is not verified is told that it waits, and sees what waits", async () => {
    const { id, code } = await buyInProduct();
    const { wire } = await signedIn({ status: "CREATED" }, "de");
    const page = await shown(wire, code);
    expect(main(page)).toContain("Gutgeschrieben, sobald du verifiziert bist");
    const done = await wire.follow(await confirm(wire, page));
    expect(main(done)).toContain("Für dich reserviert");
    expect(main(done)).toContain(`Code endet auf ${code.slice(-4)}`);
    expect(await statusOf(id)).toBe("PENDING");
    expect(main(await wire.follow(await confirm(wire, page)))).toContain("Für dich reserviert");
  });

  test("in another currency sees the rate, and confirms what was seen", async () => {
    const { code } = await buyInProduct();
    const { wire } = await signedIn({ currency: "USD" });
    const page = await shown(wire, code);
    expect(main(page)).toMatch(
      /You are credited \$[\d.]+ for €25\.00: 1 EUR = [\d.]+ USD, reference rate of/,
    );
    const changed = await confirm(wire, page, { seen_credit: "1" });
    expect(changed.status).toBe(422);
    expect(main(changed)).toContain("The amount has changed");
    expect((await confirm(wire, page)).status).toBe(303);
  });

  test("who owes is told that the debt comes first", async () => {
    const { code } = await buyInProduct();
    const { wire } = await signedIn({ status: "CHARGEBACK" });
    const page = await shown(wire, code);
    expect(main(page)).toContain("first pays what you owe");
    expect((await confirm(wire, page)).status).toBe(303);
  });

  test("who is locked, and an operator, cannot redeem", async () => {
    const { id, code } = await buyInProduct();
    for (const change of [{ status: "LOCKED" }, { role: "ADMIN" }] as const) {
      const { wire } = await signedIn(change);
      const page = await shown(wire, code);
      expect(hidden(page, "seen_credit")).toBe("");
      const other = await shown(visitor(), code);
      expect(other.status).toBe(200);
      const token = setCookie((await check(visitor(), code)).headers, "held_voucher") ?? "";
      const answer = await confirm(wire, page, {
        voucher: await cookieValue("held_voucher", token),
        seen_credit: "2500",
      });
      expect(main(answer)).toContain("This account cannot redeem vouchers");
    }
    expect(await statusOf(id)).toBe("VALID");
  });

  test("nobody redeems by what they made up", async () => {
    const { wire } = await signedIn();
    for (const voucher of ["", "x", "A".repeat(76), "A".repeat(300), "A".repeat(301)]) {
      const answer = await wire.post(PAGE, { act: "redeem", voucher, seen_credit: "2500" });
      expect(answer.status).toBe(422);
      expect(main(answer)).toContain("Enter the code again");
    }
    expect((await wire.get(PAGE, { Cookie: await sentCookie("held_voucher", "nonsense") })).status).toBe(200);
  });
});

describe("wrong codes", () => {
  const wrong = async (fan: WireFan, count: number) => {
    for (const _ of many(count)) expect(main(await check(fan, WRONG))).toContain("Code not found");
  };

  test("five from one address lock its visitors for an hour, for a right code and the withdrawal too, and no account", async () => {
    const { code } = await buyInProduct({ email: "locked.out@buyers.example" });
    const address = newAddress();
    const fan = wireFan("en", address);
    // Another address of the same household.
    const beside = wireFan("en", { "X-Forwarded-For": address["X-Forwarded-For"].replace("::1", "::2") });
    await wrong(fan, 3);
    await wrong(beside, wrong_codes - 3);
    for (const answer of [
      await check(fan, code),
      await check(beside, WRONG),
      await fan.post("/voucher/withdrawal", { voucher_code: code, email: "locked.out@buyers.example" }),
    ]) {
      expect(answer.status).toBe(422);
      expect(main(answer)).toMatch(/Too many wrong codes.+Try again from \d\d:\d\d \(Berlin time\)/);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(59 * 60);
    }
    // What cannot be a code is not looked at, locked or not.
    expect(main(await check(fan, "nonsense"))).toContain("16 characters. Typo?");
    const account = await makeAccount({ status: "ACTIVE" });
    const signedInThere = wireFan("en", { ...address, Cookie: await cookieOf(account) });
    await shown(signedInThere, code);
    await shown(visitor(), code);
  });

  test("five from one account lock it wherever it is, with what it had checked before, and no visitor beside it", async () => {
    const { code, id } = await buyInProduct();
    const account = await makeAccount({ status: "ACTIVE" });
    const Cookie = await cookieOf(account);
    const fan = wireFan("en", { ...newAddress(), Cookie });
    const page = await shown(fan, code);
    await wrong(fan, wrong_codes);
    const elsewhere = wireFan("en", { ...newAddress(), Cookie });
    expect(main(await check(elsewhere, code))).toContain("Too many wrong codes");
    expect(main(await confirm(elsewhere, page))).toContain("Too many wrong codes");
    expect(await statusOf(id)).toBe("VALID");
    await shown(visitor(), code);
  });

  test("of fifty at once five are looked at", async () => {
    const fan = visitor();
    const answers = await all(many(50), () => check(fan, WRONG));
    const texts = answers.map(main);
    expect(texts.filter((text) => text.includes("Code not found"))).toHaveLength(wrong_codes);
    expect(texts.filter((text) => text.includes("Too many wrong codes"))).toHaveLength(50 - wrong_codes);
  });

  test("an unknown, a locked and a disputed code get the same answer", async () => {
    const [locked, disputed] = await Promise.all([buyInProduct(), buyInProduct()]);
    const db = records();
    const now = new Date();
    const { id: locked_by } = await makeAccount();
    const lock = { locked_at: now, locked_by, lock_reason: "x" };
    await db.updateTable("vouchers").set(lock).where("id", "=", locked.id).execute();
    await db.updateTable("vouchers").set({ disputed_at: now }).where("id", "=", disputed.id).execute();
    const answers = await all(["0000-1111-2222-3333", locked.code, disputed.code], async (code) => {
      const { status, text } = await check(visitor(), code);
      return { status, text: text.replaceAll(code, "the code").replaceAll(/nonce="[^"]*"/g, "") };
    });
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    const unlock = { locked_at: null, locked_by: null, lock_reason: null, disputed_at: null };
    await db.updateTable("vouchers").set(unlock).where("id", "in", [locked.id, disputed.id]).execute();
  });
});

describe("a withdrawal", () => {
  const WITHDRAWAL = "/voucher/withdrawal";

  test("shows what is given back for code and email; whatever does not match gets one answer", async () => {
    const { code } = await buyInProduct({ email: "Nora@buyers.example" });
    const other = await buyInProduct();
    const fan = visitor();
    const step = await fan.post(WITHDRAWAL, { voucher_code: code, email: " nora@BUYERS.example" });
    expect(step.status).toBe(200);
    expect(main(step)).toContain("You get back €27.98");
    expect(step.text).not.toContain(code);
    const answers = await all(
      [
        [code, "other@buyers.example"],
        [other.code, "nora@buyers.example"],
        [WRONG, "nora@buyers.example"],
      ] as const,
      async ([voucher_code, email]) => {
        const { status, text } = await visitor().post(WITHDRAWAL, { voucher_code, email });
        return [status, text.replaceAll(voucher_code, "").replaceAll(email, "")];
      },
    );
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]?.[1]).toContain("No voucher with this code and address");
  });

  test("of a voucher that is redeemed, or bought too long ago, is refused with the reason", async () => {
    const [redeemed, old] = [
      await buyInProduct({ email: "r@buyers.example" }),
      await buyInProduct({ email: "o@buyers.example" }),
    ];
    const creator = await signedIn();
    await confirm(creator.wire, await shown(creator.wire, redeemed.code));
    const long = new Date(Date.now() - 20 * 86_400_000);
    await records().updateTable("vouchers").set({ paid_at: long }).where("id", "=", old.id).execute();
    for (const [code, email, reason] of [
      [redeemed.code, "r@buyers.example", "Redeemed: withdrawal no longer possible"],
      [old.code, "o@buyers.example", "withdrawal period is over"],
    ] as const) {
      const answer = await visitor().post(WITHDRAWAL, { voucher_code: code, email });
      expect(answer.status).toBe(422);
      expect(main(answer)).toContain(reason);
      expect(main(answer)).not.toContain("You get back €");
    }
  });

  test.each([
    ["en", "You get back", "Withdrawal received"],
    ["de", "Du bekommst zurück", "Widerruf angekommen"],
  ] as const)(
    "is not stopped by somebody who is not verified and has the code (%s)",
    async (locale, back, done) => {
      const email = `waiting.${locale}@buyers.example`;
      const { id, code } = await buyInProduct({ email });
      const stranger = await signedIn({ status: "PENDING" });
      await confirm(stranger.wire, await shown(stranger.wire, code));
      expect(await statusOf(id)).toBe("PENDING");
      const fan = visitor(locale);
      const step = await fan.post(WITHDRAWAL, { voucher_code: code, email });
      expect(main(step)).toContain(back);
      const answer = await fan.post(WITHDRAWAL, { voucher: hidden(step, "voucher"), email });
      expect(main(await fan.follow(answer))).toContain(done);
      await eventually("the provider has refunded", async () => {
        const refund = await records()
          .selectFrom("refunds as r")
          .innerJoin("payments as p", "p.id", "r.payment_id")
          .select("r.status")
          .where("p.voucher_id", "=", id)
          .executeTakeFirst();
        return refund?.status === "DONE";
      });
      expect(await statusOf(id)).toBe("REFUNDED");
    },
  );

  test("cannot be confirmed by what somebody made up, or with another address", async () => {
    const { id, code } = await buyInProduct({ email: "mine@buyers.example" });
    const fan = visitor();
    const step = await fan.post(WITHDRAWAL, { voucher_code: code, email: "mine@buyers.example" });
    for (const post of [
      { voucher: "x", email: "mine@buyers.example" },
      { voucher: hidden(step, "voucher"), email: "other@buyers.example" },
    ])
      expect((await fan.post(WITHDRAWAL, post)).status).toBe(422);
    expect(await statusOf(id)).toBe("VALID");
  });
});
