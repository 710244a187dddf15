import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { ProviderConflict, ProviderRefused } from "../../app/domain/payments/provider-port.ts";
import { test as it } from "../support/domain-test.ts";
import { createSandboxWorld, type SandboxWorld } from "../support/money/sandbox-world.ts";

const SUCCESS = "https://tribute.example/payment/success";
const FAILED = "https://tribute.example/payment/failed";
const HOLDER = { holder: "Ada Muster" };
const card = (number: string) => ({ number, expiry: "12 / 29", cvc: "123", ...HOLDER });
const GOOD_CARD = card("4242 4242 4242 4242");
const debit = (iban: string) => ({ iban, mandate: "yes", ...HOLDER });

let world: SandboxWorld;

it.beforeEach(async ({ database }) => {
  await sql`TRUNCATE sandbox.payments CASCADE`.execute(database.db);
  world = await createSandboxWorld(database.db);
});
afterEach(() => world.close());

async function stateOf(ref: string) {
  const snapshot = await world.provider.fetch(ref);
  return snapshot?.state;
}

describe("a merchant's order", () => {
  it("a merchant's order placed twice is one payment, also at the same time", async ({ database }) => {
    const order = world.order();
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.provider.create(order)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.redirectUrl).toMatch(/^https:\/\/tribute\.example\/sandbox\/pay\/[\w-]{43}$/);
    const { payments } = await database.db
      .selectFrom("sandbox.payments")
      .select((eb) => eb.fn.countAll<number>().as("payments"))
      .executeTakeFirstOrThrow();
    expect(payments).toBe(1);
  });

  it("a merchant's order with an id of another order is refused as that, and the first is found by the id", async () => {
    const { order, ref, token } = await world.open();
    for (const change of [{ amountMinor: 1 }, { locale: "de" }, { description: "Trinkgeld" }] as const)
      await expect(world.provider.create({ ...order, ...change })).rejects.toThrow(ProviderConflict);
    expect(await world.provider.find(order.paymentId)).toMatchObject({
      providerRef: ref,
      redirectUrl: `https://tribute.example/sandbox/pay/${token}`,
      snapshot: { paymentId: order.paymentId, amountMinor: order.amountMinor, currency: order.currency },
    });
    for (const unknown of ["nobody", "", "\0"]) expect(await world.provider.find(unknown)).toBeNull();
  });

  it.each([
    ["an amount of nothing", { amountMinor: 0 }],
    ["a fraction of a cent", { amountMinor: 0.5 }],
    ["a direct debit in dollars", { type: "INETCASH_DD", currency: "USD" }],
    ["a notice address that is no web address", { noticeUrl: "file:///etc/passwd" }],
    ["text that PostgreSQL cannot hold", { description: "a\0b" }],
  ] as const)("a merchant's order with %s is refused", async (_name, change) => {
    await expect(world.provider.create(world.order(change))).rejects.toThrow(ProviderRefused);
  });

  it("a merchant's order needs the key", async () => {
    const url = "http://127.0.0.1/sandbox/api/payments/pay_1";
    for (const authorization of ["", "Bearer", "Bearer wrong", `Basic ${world.door.apiKey}`]) {
      const request = new Request(url, { headers: { Authorization: authorization } });
      expect((await world.sandbox.api.readPayment(request, "pay_1")).status).toBe(401);
    }
  });

  it("a merchant's order that nobody placed is unknown", async () => {
    expect(await world.provider.fetch("pay_nobody")).toBeNull();
    expect(await world.provider.fetch("\0")).toBeNull();
    expect(await world.sandbox.findPage("\0")).toBeNull();
    expect(await world.sandbox.pay("nobody", GOOD_CARD)).toEqual({ outcome: "unknown" });
    await expect(world.provider.cancel("pay_nobody")).rejects.toThrow(ProviderRefused);
  });
});

describe("paying by card", () => {
  it("paying by card leads back to the merchant, who is notified by a signed notice", async () => {
    const { ref, token, order } = await world.open();
    expect(await world.sandbox.pay(token, GOOD_CARD)).toEqual({ outcome: "returned", url: SUCCESS });
    await world.pass(0);
    expect(world.inbox.received).toMatchObject([
      { outcome: "verified", kind: "payment.paid", providerRef: ref, paymentId: order.paymentId },
    ]);
    expect(await world.provider.fetch(ref)).toMatchObject({
      paymentId: order.paymentId,
      state: "PAID",
      amountMinor: 2798,
      currency: "EUR",
      paidAt: world.clock.now(),
    });
  });

  it("paying by card twice at the same time takes the money once", async () => {
    const { token } = await world.open();
    const clicks = await Promise.all([1, 2, 3, 4, 5].map(() => world.sandbox.pay(token, GOOD_CARD)));
    expect(clicks).toEqual(clicks.map(() => ({ outcome: "returned", url: SUCCESS })));
    await world.pass(0);
    expect(world.inbox.kinds()).toEqual(["payment.paid"]);
  });

  it("paying by card keeps the last four figures and nothing else of the card", async ({ database }) => {
    const { token } = await world.open();
    await world.sandbox.pay(token, GOOD_CARD);
    const stored = JSON.stringify(await database.db.selectFrom("sandbox.payments").selectAll().execute());
    expect(stored).toContain("••••\u00a04242");
    expect(stored).not.toContain("4242 4242");
    expect(stored).not.toContain("424242");
    expect(stored).not.toContain("Ada Muster");
  });

  it.each([
    ["4000 0000 0000 0002", "card_declined"],
    ["4000-0000-0000-9995", "insufficient_funds"],
  ])("paying by card with %s fails: %s", async (number, code) => {
    const { ref, token } = await world.open();
    expect(await world.sandbox.pay(token, card(number))).toEqual({ outcome: "returned", url: FAILED });
    expect(await world.provider.fetch(ref)).toMatchObject({
      state: "FAILED",
      failureCode: code,
      paidAt: null,
    });
    expect(await world.sandbox.pay(token, GOOD_CARD)).toEqual({ outcome: "returned", url: FAILED });
  });

  it("paying by card names what is wrong at each field and never gives the number back", async () => {
    const { token } = await world.open();
    const fields = { number: "4242 4242 4242 4241", expiry: "13/29", cvc: "12", holder: " " };
    expect(await world.sandbox.pay(token, fields)).toEqual({
      outcome: "invalid",
      errors: {
        number: "errors.numberInvalid",
        expiry: "errors.expiryInvalid",
        cvc: "errors.cvcInvalid",
        holder: "errors.holderMissing",
      },
      kept: { expiry: "13/29", holder: " " },
    });
    expect(await world.sandbox.pay(token, {})).toMatchObject({
      errors: {
        number: "errors.numberMissing",
        expiry: "errors.expiryMissing",
        cvc: "errors.cvcMissing",
        holder: "errors.holderMissing",
      },
    });
    const real = await world.sandbox.pay(token, card("5555 5555 5555 4444"));
    expect(real).toMatchObject({ errors: { number: "errors.numberUnlisted" } });
    const old = await world.sandbox.pay(token, { ...GOOD_CARD, expiry: "10/26" });
    expect(old).toMatchObject({ errors: { expiry: "errors.expiryPast" } });
    expect(await world.sandbox.pay(token, { ...GOOD_CARD, expiry: "11/2026" })).toMatchObject({
      url: SUCCESS,
    });
  });

  it("paying by card may ask for a second step", async () => {
    const paying = card("4000 0025 0000 3155");
    const good = await world.open();
    expect(await world.sandbox.pay(good.token, paying)).toEqual({ outcome: "challenge" });
    expect(await stateOf(good.ref)).toBe("OPEN");
    const wrong = await world.sandbox.confirm(good.token, { code: "000000" });
    expect(wrong).toMatchObject({ outcome: "invalid", errors: { code: "errors.codeWrong" } });
    expect(await world.sandbox.confirm(good.token, { code: "123 456" })).toMatchObject({ url: SUCCESS });
    expect(await stateOf(good.ref)).toBe("PAID");

    const denied = await world.open();
    await world.sandbox.pay(denied.token, paying);
    expect(await world.sandbox.deny(denied.token)).toMatchObject({ url: FAILED });
    expect(await world.provider.fetch(denied.ref)).toMatchObject({ failureCode: "challenge_denied" });

    const guessed = await world.open();
    await world.sandbox.pay(guessed.token, paying);
    await world.sandbox.confirm(guessed.token, { code: "1" });
    await world.sandbox.confirm(guessed.token, {});
    expect(await world.sandbox.confirm(guessed.token, { code: "3" })).toMatchObject({ url: FAILED });
    expect(await world.provider.fetch(guessed.ref)).toMatchObject({ failureCode: "challenge_failed" });
  });

  it("paying by card cannot leave out the second step's first half", async () => {
    const { ref, token } = await world.open();
    expect(await world.sandbox.confirm(token, { code: "123456" })).toEqual({ outcome: "challenge" });
    expect(await world.sandbox.deny(token)).toEqual({ outcome: "challenge" });
    expect(await stateOf(ref)).toBe("OPEN");
  });
});

describe("giving up", () => {
  it("giving up a payment leads back, and nothing can be paid any more", async () => {
    const { ref, token } = await world.open();
    expect(await world.sandbox.abort(token)).toEqual({ outcome: "returned", url: FAILED });
    expect(await world.sandbox.pay(token, GOOD_CARD)).toEqual({ outcome: "returned", url: FAILED });
    expect(await stateOf(ref)).toBe("CANCELLED");
    await world.pass(0);
    expect(world.inbox.kinds()).toEqual(["payment.cancelled"]);
  });

  it("giving up a payment by the merchant is too late once money is there or under way", async () => {
    const open = await world.open();
    expect(await world.provider.cancel(open.ref)).toMatchObject({ state: "CANCELLED" });
    expect(await world.provider.cancel(open.ref)).toMatchObject({ state: "CANCELLED" });

    const paid = await world.open();
    await world.sandbox.pay(paid.token, GOOD_CARD);
    expect(await world.provider.cancel(paid.ref)).toMatchObject({ state: "PAID" });

    const under = await world.open({ type: "INETCASH_OB" });
    await world.sandbox.pay(under.token, { bank: "later" });
    expect(await world.provider.cancel(under.ref)).toMatchObject({ state: "PROCESSING" });
    await world.pass(60);
    expect(await stateOf(under.ref)).toBe("PAID");
  });

  it("giving up a payment and paying it at the same time have one ending", async () => {
    const { ref, token } = await world.open();
    const [paid] = await Promise.all([
      world.sandbox.pay(token, GOOD_CARD),
      world.provider.cancel(ref),
      world.sandbox.abort(token),
    ]);
    const state = await stateOf(ref);
    expect(paid).toEqual({ outcome: "returned", url: state === "PAID" ? SUCCESS : FAILED });
    await world.pass(0);
    expect(world.inbox.kinds()).toEqual([state === "PAID" ? "payment.paid" : "payment.cancelled"]);
  });

  it("giving up a payment happens by itself when the order runs out", async () => {
    const forgotten = await world.open();
    const late = await world.open();
    world.clock.passSeconds(24 * 3600);
    expect(await world.sandbox.pay(late.token, GOOD_CARD)).toEqual({ outcome: "returned", url: FAILED });
    await world.pass(0);
    expect([await stateOf(forgotten.ref), await stateOf(late.ref)]).toEqual(["EXPIRED", "EXPIRED"]);
    expect(world.inbox.kinds()).toEqual(["payment.expired", "payment.expired"]);
  });
});

describe("transfers and debits", () => {
  it.each([
    ["INETCASH_DB", { bank: "later" }, ["payment.processing", "payment.paid"], null],
    ["INETCASH_OB", { bank: "returned" }, ["payment.processing", "payment.failed"], "transfer_failed"],
    ["INETCASH_DD", debit("DE08 3704 0044 0532 0130 03"), ["payment.processing", "payment.paid"], null],
    [
      "INETCASH_DD",
      debit("de62370400440532013001"),
      ["payment.processing", "payment.failed"],
      "debit_returned",
    ],
  ] as const)("the transfer or debit %s with %o ends later", async (type, fields, kinds, failureCode) => {
    const { ref, token } = await world.open({ type });
    expect(await world.sandbox.pay(token, fields)).toEqual({ outcome: "returned", url: SUCCESS });
    await world.pass(59);
    expect(await stateOf(ref)).toBe("PROCESSING");
    await world.pass(1);
    expect(await world.provider.fetch(ref)).toMatchObject({ failureCode });
    expect(world.inbox.kinds()).toEqual(kinds);
  });

  it("transfers and debits end at once where the bank says so", async () => {
    const paid = await world.open({ type: "INETCASH_DB", currency: "GBP" });
    expect(await world.sandbox.pay(paid.token, { bank: "success" })).toMatchObject({ url: SUCCESS });
    const refused = await world.open({ type: "INETCASH_OB" });
    expect(await world.sandbox.pay(refused.token, { bank: "refused" })).toMatchObject({ url: FAILED });
    expect([await stateOf(paid.ref), await stateOf(refused.ref)]).toEqual(["PAID", "FAILED"]);
  });

  it("transfers and debits may fail first and bring the money after all", async () => {
    const { ref, token } = await world.open({ type: "INETCASH_OB" });
    await world.sandbox.pay(token, { bank: "late" });
    await world.pass(0);
    await world.pass(60);
    expect(await stateOf(ref)).toBe("FAILED");
    expect(await world.provider.cancel(ref)).toMatchObject({ state: "FAILED" });
    await world.pass(60);
    expect(await world.provider.fetch(ref)).toMatchObject({ state: "PAID", failureCode: null });
    expect(world.inbox.kinds()).toEqual(["payment.processing", "payment.failed", "payment.paid"]);
  });

  it("transfers and debits name what is wrong at each field", async () => {
    const bank = await world.open({ type: "INETCASH_DB" });
    expect(await world.sandbox.pay(bank.token, { bank: "nowhere" })).toMatchObject({
      errors: { bank: "errors.bankMissing" },
    });
    const { token } = await world.open({ type: "INETCASH_DD" });
    const pay = (iban: string) => world.sandbox.pay(token, { iban });
    expect(await pay("DE89 3704 0044 0532 0130 01")).toEqual({
      outcome: "invalid",
      errors: {
        iban: "errors.ibanInvalid",
        holder: "errors.holderMissing",
        mandate: "errors.mandateMissing",
      },
      kept: { iban: "DE89 3704 0044 0532 0130 01", holder: "", mandate: "" },
    });
    expect(await pay("GB82 WEST 1234 5698 7654 32")).toMatchObject({
      errors: { iban: "errors.ibanUnlisted" },
    });
    expect(await pay("")).toMatchObject({ errors: { iban: "errors.ibanMissing" } });
  });
});
