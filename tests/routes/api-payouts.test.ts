import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { type AccountOwner, mailedToken, makeAccount, newAddress, PASSWORD } from "../support/http/users.ts";
import { confirmPaid } from "../support/money/paid-payouts.ts";
import { makePayable, sharedPayoutWorld } from "../support/money/payable-account.ts";
import { earn } from "../support/money/payout-world.ts";

// The payouts' calls: what each does, by cookie and by token, and what it refuses.

const decimal = z.string().regex(/^\d+\.\d\d$/);
const payoutAnswer = z.strictObject({
  id: z.uuid(),
  status: z.enum(["REQUESTED", "PROCESSING", "PAID", "FAILED"]),
  payout_type: z.enum(["MONTHLY", "MANUAL"]),
  method: z.enum(["BANK", "PAXUM"]),
  currency: z.enum(["EUR", "USD", "GBP"]),
  ...{ amount: decimal, amount_minor: z.int(), fee: decimal, fee_minor: z.int() },
  ...{ net: decimal, net_minor: z.int(), failure_reason: z.string().nullable() },
  requested_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  country_overview: z
    .array(z.strictObject({ country: z.string(), count: z.int(), amount: decimal, amount_minor: z.int() }))
    .nullable(),
  statement_number: z.int().nullable(),
  statement_url: z.url().nullable(),
});
const listAnswer = z.strictObject({
  data: z.array(payoutAnswer),
  meta: z.strictObject({ page: z.int(), next_page: z.int().nullable(), next: z.string().nullable() }),
});
const text = z.string().nullable();
const detailsAnswer = z.strictObject({
  data: z.strictObject({
    ...{ bank_account_owner: text, bank_name: text, bank_iban: text, bank_bic: text },
    ...{
      bank_country_id: z.int().nullable(),
      bank_country: z.literal("DE").nullable(),
      paypal_account_owner: text,
      paypal_email: text,
    },
    ...{ paxum_account_owner: text, paxum_email: text, payoneer_account_owner: text, payoneer_email: text },
    id: z.uuid(),
    status: z.string(),
    masked_account: z.string(),
    created_at: z.iso.datetime(),
    decline_reason: z.null(),
  }),
});

const request = (headers: Record<string, string>, body: unknown = {}) =>
  callApi("POST", "/api/payout/request", body, headers);
const list = async (headers: Record<string, string>, query = "") => {
  const answer = await callApi("GET", `/api/payouts${query}`, "", headers);
  expect(answer.status, answer.text).toBe(200);
  return listAnswer.parse(JSON.parse(answer.text));
};
function requested(answer: Answer) {
  expect(answer.status, answer.text).toBe(201);
  return z.strictObject({ data: payoutAnswer }).parse(JSON.parse(answer.text)).data;
}
const open = (user: { id: string }) =>
  records().selectFrom("payouts").select("id").where("creator_id", "=", user.id).execute();

const bank = async (change: Record<string, unknown> = {}) => {
  const countries = records().selectFrom("countries").select("id").where("iso_3166_1", "=", "DE");
  const { id } = await countries.executeTakeFirstOrThrow();
  return {
    ...{ bank_account_owner: "ADA KESSLER", bank_name: "Testbank", bank_iban: "DE89 3704 0044 0532 0130 00" },
    ...{ bank_bic: "COBADEFFXXX", bank_country_id: id, paypal_email: null, ...change },
  };
};
const enterData = async (headers: Record<string, string>, change: Record<string, unknown> = {}) =>
  callApi("POST", "/api/payoutdata", await bank(change), headers);
const idOf = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(201);
  return z.strictObject({ data: z.strictObject({ id: z.uuid() }) }).parse(JSON.parse(answer.text)).data.id;
};
const codeOf = (id: string) => createTokens(TEST_SECRETS.APP_SECRET).code("payout-code", id);
const confirm = (headers: Record<string, string>, id: string, code: unknown) =>
  callApi("POST", `/api/payoutdata/${id}/confirm`, { code }, headers);

describe.for([
  ["by a browser's session", (user: AccountOwner) => byCookie(user)],
  ["by a token", (user: AccountOwner) => byToken(user)],
] as const)("%s", ([, enter]) => {
  test("a payout is asked for, listed, and its statement named once it is paid", async () => {
    const user = await makePayable(100_00);
    const headers = await enter(user);
    const payout = requested(await request(headers, { amount: "60.00" }));
    expect(payout).toMatchObject({
      ...{ status: "REQUESTED", payout_type: "MANUAL", method: "BANK", currency: "EUR" },
      ...{ amount: "60.00", amount_minor: 60_00, fee: "1.50", net: "58.50", statement_url: null },
    });
    expect((await list(headers)).data).toEqual([payout]);
    const number = await confirmPaid(sharedPayoutWorld(), payout.id);
    const [paid] = (await list(headers)).data;
    expect(paid).toMatchObject({ status: "PAID", statement_number: number });
    const file = await callApi("GET", new URL(paid?.statement_url ?? "").pathname, "", await byCookie(user));
    expect([file.status, file.headers["content-type"]]).toEqual([200, "application/pdf"]);
  });

  test("payout data is entered and confirmed with the mailed code", async () => {
    const user = await makeAccount({ firstname: "Ada", lastname: "Keßler" });
    const headers = await enter(user);
    const id = idOf(await enterData(headers));
    const answer = await confirm(headers, id, codeOf(id));
    expect(answer.status).toBe(200);
    expect(detailsAnswer.parse(JSON.parse(answer.text)).data).toMatchObject({
      ...{ id, status: "PENDING", masked_account: "DE•• •••• 3000" },
      ...{ bank_account_owner: "ADA KESSLER", bank_iban: "DE•• •••• 3000", bank_bic: "COBADEFFXXX" },
    });
    expect(answer.text).not.toContain("0532");
    expect(readRefusal(await confirm(headers, id, codeOf(id)))).toMatchObject({ status: 422 });
  });
});

describe("a payout's request", () => {
  test("a payout's request is of everything unless an amount is named, a number or a text, in the profile's currency or another", async () => {
    for (const [body, currency, amount_minor] of [
      [{}, "EUR", 200_00],
      [{ amount: null, currency: null }, "EUR", 200_00],
      [{ amount: 20.5 }, "EUR", 20_50],
      [{ amount: "20.509", currency: "USD" }, "USD", 20_50],
    ] as const) {
      const user = await makePayable(200_00);
      await earn(sharedPayoutWorld(), { ...user, username: "", currency: "USD" }, 50_00, "USD");
      expect(requested(await request(await byCookie(user), body))).toMatchObject({ currency, amount_minor });
    }
  });

  test("a payout's request is refused for its reason, in the prescribed words", async () => {
    const user = await makePayable(50_00);
    const headers = await byCookie(user);
    const poor = await byCookie(await makeAccount({ status: "ACTIVE" }));
    for (const [who, body, status, code] of [
      [headers, { amount: 50.01 }, 422, "above_available"],
      [headers, { amount: "4.99" }, 422, "below_minimum"],
      [poor, {}, 409, "no_payout_data"],
    ] as const) {
      const refusal = readRefusal(await request(who, body));
      expect(refusal).toMatchObject({ status, code, message: "Failed to request payout" });
    }
    const german = await request({ ...headers, "Accept-Language": "de" }, { amount: 50.01 });
    expect(readRefusal(german).message).toBe("Die Auszahlung konnte nicht angefordert werden");
    requested(await request(headers));
    expect(readRefusal(await request(headers))).toMatchObject({ status: 409, code: "in_progress" });
    expect(await open(user)).toHaveLength(1);
  });

  test("a payout's request with a wrong value in a field is refused at that field", async () => {
    const user = await makePayable(50_00);
    const headers = await byCookie(user);
    for (const [field, value] of [
      ...["5,00", "-5", "all", true, ["5"], { $gt: 5 }, -5, 1e21, "1e3"].map(
        (each) => ["amount", each] as const,
      ),
      ...["CHF", "eur", 5, true, ["EUR"], {}].map((each) => ["currency", each] as const),
    ]) {
      const { status, errors, message } = readRefusal(await request(headers, { [field]: value }));
      expect([value, status, Object.keys(errors)]).toEqual([value, 422, [field]]);
      expect(message + Object.values(errors).flat().join()).not.toMatch(/Invalid|expected|errors\./);
    }
    expect(await open(user)).toEqual([]);
  });

  test("a payout's request sent twenty times at once is one payout", async () => {
    const user = await makePayable(100_00);
    const headers = await byToken(user);
    const answers = await all(many(20), () => request(headers, { amount: 10 }));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await open(user)).toHaveLength(1);
  });

  test.for([
    ["email_unverified", { email_verified_at: null }],
    ["username_missing", { username: null, name: null, status: "CREATED" }],
    ["terms_pending", { verification_terms_accepted_at: null }],
    ["forbidden", { role: "ADMIN", username: null, name: null, status: "CREATED" }],
    ["locked", { status: "LOCKED" }],
    ["not_active", { status: "PENDING" }],
  ] as const)("a payout's request is refused to a user who is %s, %o", async ([code, change]) => {
    const user = await makeAccount({ status: "ACTIVE", ...change });
    for (const enter of [byToken, byCookie]) {
      const headers = await enter(user);
      expect(readRefusal(await request(headers))).toMatchObject({ status: 403, code });
      if (code === "not_active") expect((await list(headers)).data).toEqual([]);
      else expect(readRefusal(await callApi("GET", "/api/payouts", "", headers)).code).toBe(code);
    }
  });

  test("a payout's request of who owes is paid but for the debt's worth", async () => {
    const user = await makePayable(0, { status: "CHARGEBACK" });
    await earn(sharedPayoutWorld(), { id: user.id, username: "", currency: "USD" }, 200_00);
    const headers = await byToken(user);
    const all = await request(headers, { amount: 200, currency: "USD" });
    expect(readRefusal(all)).toMatchObject({ status: 422, code: "held_for_debt" });
    const payout = requested(await request(headers, { currency: "USD" }));
    expect(payout.amount_minor).toBeGreaterThan(198_00);
    expect(payout.amount_minor).toBeLessThan(199_50);
  });

  test("a payout's request is refused to guests, and to another site", async () => {
    expect(readRefusal(await request({})).status).toBe(401);
    expect(readRefusal(await callApi("GET", "/api/payouts", "")).status).toBe(401);
    const user = await makePayable(50_00);
    for (const enter of [byToken, byCookie]) {
      const foreign = { ...(await enter(user)), Origin: "https://evil.example" };
      expect(readRefusal(await request(foreign))).toMatchObject({ status: 403, code: "forbidden" });
    }
    expect(await open(user)).toEqual([]);
  });
});

test("the list of payouts comes in pages, of the caller's own payouts alone", async () => {
  const [user, other] = [await makePayable(300_00), await makePayable(50_00)];
  const headers = await byToken(user);
  const strange = requested(await request(await byToken(other)));
  const ids: string[] = [];
  for (const _ of many(27)) {
    const payout = requested(await request(headers, { amount: 10 }));
    await confirmPaid(sharedPayoutWorld(), payout.id);
    ids.unshift(payout.id);
  }
  const [first, second, third] = [
    await list(headers),
    await list(headers, "?page=2"),
    await list(headers, "?page=3"),
  ];
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect([first.meta, second.meta]).toEqual([
    { page: 1, next_page: 2, next: ids[24] },
    { page: 2, next_page: null, next: null },
  ]);
  expect(third).toEqual({ data: [], meta: { page: 3, next_page: null, next: null } });
  // One that comes meanwhile moves numbered pages, and not what is behind a payout.
  await confirmPaid(sharedPayoutWorld(), requested(await request(headers, { amount: 10 })).id);
  const behind = await list(headers, `?after=${first.meta.next}`);
  expect(behind.data.map(({ id }) => id)).toEqual(ids.slice(25));
  expect((await list(await byToken(other), `?after=${first.meta.next}`)).data).toEqual([]);
  expect((await list(await byToken(other))).data.map(({ id }) => id)).toEqual([strange.id]);
  for (const page of ["0", "-1", "x", "1.5", "", "9999999"]) {
    const refusal = readRefusal(await callApi("GET", `/api/payouts?page=${page}`, "", headers));
    expect([page, refusal.status, Object.keys(refusal.errors)]).toEqual([page, 422, ["page"]]);
  }
});

test("while a payout is under way the profile keeps its currency, by API and page alike", async () => {
  const user = await makePayable(200_00);
  const headers = await byCookie(user);
  requested(await request(headers, { amount: 50 }));
  const change = (currency: string) => callApi("PATCH", "/api/account/currency", { currency }, headers);
  const under_way = "A payout is in progress; wait until it arrives";
  expect(readRefusal(await change("USD"))).toEqual({
    ...{ status: 409, code: "in_progress", message: under_way, errors: { currency: [under_way] } },
  });
  const page = await wireFan("en", { ...newAddress(), ...headers }).post("/account/currency", {
    currency: "USD",
  });
  expect([page.status, page.text.includes(under_way)]).toEqual([422, true]);
  // What changes nothing is no change.
  expect((await change("EUR")).status).toBe(200);
  const [payout] = await open(user);
  await confirmPaid(sharedPayoutWorld(), payout?.id ?? "");
  expect((await change("GBP")).status).toBe(200);
});

test.for([
  ["en", "Free from €150.00, otherwise €1.50."],
  ["de", "Ab 150,00\u00a0€ kostenlos, sonst 1,50\u00a0€."],
] as const)(
  "a withdrawal says why it costs something before it is confirmed, in %s",
  async ([locale, why]) => {
    const user = await makePayable(200_00);
    const fan = wireFan(locale, { ...newAddress(), ...(await byCookie(user)) });
    const ask = async (amount: string) =>
      (await fan.get(`/payout/withdrawal?currency=EUR&amount=${amount}`)).text;
    expect(await ask("5")).toContain(why);
    expect(await ask("150")).not.toContain(why.slice(0, 20));
  },
);

describe("payout data", () => {
  test("payout data of another person, mistyped, or sent while a payout is under way is refused, in the prescribed words", async () => {
    const user = await makePayable(50_00);
    const headers = await byCookie(user);
    expect(readRefusal(await enterData(headers, { bank_account_owner: "Eva Anders" }))).toMatchObject({
      ...{ status: 422, code: "owner", message: "payout data could not be saved" },
      errors: { bank_account_owner: [expect.stringContaining("must be yours")] },
    });
    for (const change of [{ bank_iban: "DE89370400440532013001" }, { bank_country_id: 999_999 }]) {
      const { errors, message } = readRefusal(await enterData(headers, change));
      expect([Object.keys(errors), message]).toEqual([Object.keys(change), "payout data could not be saved"]);
    }
    requested(await request(headers));
    expect(readRefusal(await enterData(headers))).toMatchObject({
      ...{ status: 409, code: "in_progress", message: "payout data could not be saved" },
      errors: { "": ["A payout is in progress; wait until it arrives"] },
    });
  });

  test("payout data that is refused on the page says so in the prescribed words, with the reason; a mere check is none", async () => {
    const user = await makePayable(50_00);
    const { Cookie } = await byCookie(user);
    const post = async (locale: "en" | "de", headers = {}) => {
      const fan = wireFan(locale, { ...newAddress(), Cookie: Cookie ?? "" });
      return await fan.post("/account/payoutdata", { bank_iban: "DE89" }, headers);
    };
    for (const [locale, failure, reason] of [
      ["en", "payout data could not be saved", "Fill this in"],
      ["de", "die Auszahlungsdaten konnten nicht gespeichert werden", "Bitte ausfüllen"],
    ] as const) {
      const refused = await post(locale);
      expect([refused.status, refused.text.indexOf(failure) > 0]).toEqual([422, true]);
      expect(refused.text.indexOf(reason)).toBeGreaterThan(refused.text.indexOf(failure));
    }
    const checked = await post("en", { "Tribute-Check": "1" });
    expect(checked.status).toBe(400);
  });

  test("payout data sends a limited number of codes and no more", async () => {
    const headers = await byToken(await makeAccount({ firstname: "Ada", lastname: "Kessler" }));
    for (const _ of many(6)) idOf(await enterData(headers));
    const refused = await enterData(headers);
    expect(readRefusal(refused)).toMatchObject({ status: 429, message: "payout data could not be saved" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("payout data is confirmed by nobody else, and by no wrong code", async () => {
    const user = await makeAccount({ firstname: "Ada", lastname: "Kessler" });
    const headers = await byCookie(user);
    const stranger = await byCookie(await makeAccount());
    const id = idOf(await enterData(headers));
    const wrong = codeOf(id) === "000000" ? "000001" : "000000";
    const refusals = [
      await confirm(stranger, id, codeOf(id)),
      await confirm(headers, randomUUID(), codeOf(id)),
      await confirm(headers, "x", codeOf(id)),
      await confirm(headers, id, wrong),
    ].map(readRefusal);
    for (const refusal of refusals)
      expect(refusal).toEqual({
        ...{ status: 422, code: "invalid_code", message: "payout change code invalid or expired" },
        errors: { code: ["payout change code invalid or expired"] },
      });
    for (const _ of many(4)) await confirm(headers, id, wrong);
    expect(readRefusal(await confirm(headers, id, codeOf(id))).status).toBe(422);
    const { status } = await records()
      .selectFrom("payout_destinations")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("CODE_SENT");
  });
});

test("an account with a remainder is deleted by its link once the client gives the remainder up", async () => {
  const user = await makePayable(4_99);
  const headers = await byToken(user);
  expect((await callApi("POST", "/api/account/delete", { password: PASSWORD }, headers)).status).toBe(204);
  const path = `/api/account/delete/${await mailedToken("deletion", user.email)}`;
  for (const body of [{}, { forfeit_balance: false }, { forfeit_balance: null }, ""]) {
    const refused = readRefusal(await callApi("POST", path, body, headers));
    expect(refused).toMatchObject({ status: 409, code: "balance_open" });
  }
  expect((await callApi("POST", path, { forfeit_balance: true }, headers)).status).toBe(204);
});
