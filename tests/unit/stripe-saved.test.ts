import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type PaymentOrder,
  type PaymentType,
  ProviderConflict,
  ProviderRefused,
  ProviderUnavailable,
  type SavedCharge,
  type SavedMethod,
  type SetUpOrder,
} from "../../app/domain/payments/provider-port.ts";
import { refusalOf } from "../../app/domain/payments/providers/stripe/look-up.server.ts";
import { openStripeWorld } from "../support/providers/stripe-contract-world.ts";

const VISA = "Visa ••••\u00a04242";

let world: Awaited<ReturnType<typeof openStripeWorld>>;

beforeAll(async () => {
  world = await openStripeWorld();
});
beforeEach(() => {
  world.stripe.books.chargesBegin = "paid";
});
afterAll(() => world.close());

const saved = () => {
  const { saved: found } = world.provider;
  if (!found) throw new Error("Stripe keeps methods");
  return found;
};

async function payAndKeep(type: PaymentType, change: Partial<PaymentOrder> = {}) {
  const order = world.order({ type, savesMethod: true, payerEmail: "ada@fan.example", ...change });
  const made = await world.provider.create(order);
  await world.visit(made, "paid");
  const snapshot = await world.provider.fetch(made.providerRef);
  if (!snapshot?.savedMethod) throw new Error("no method was kept");
  return { made, method: snapshot.savedMethod };
}

const chargeOf = (method: SavedMethod, change: Partial<SavedCharge> = {}): SavedCharge => ({
  ...{ paymentId: uuid(), type: "INETCASH_CC", amountMinor: 500, currency: "EUR", method },
  ...{ description: "Monthly tip", noticeUrl: world.order().noticeUrl, ...change },
});

const setUpOf = (change: Partial<SetUpOrder> = {}): SetUpOrder => {
  const { successUrl, failedUrl, noticeUrl, expiresAt } = world.order();
  return {
    ...{ setUpId: uuid(), type: "INETCASH_CC", currency: "EUR", locale: "de", payerEmail: "ada@fan.example" },
    ...{ customerRef: null, accountRef: null, successUrl, failedUrl, noticeUrl, expiresAt, ...change },
  };
};

async function connect(): Promise<string> {
  const { accounts } = world.provider;
  const user = { userId: uuid(), country: "DE", currency: "EUR", email: "jo@tribute.example" };
  const { accountRef = "" } = (await accounts?.create({ ...user, locale: "de" })) ?? {};
  const urls = { returnUrl: "https://tribute.example/", refreshUrl: "https://tribute.example/again" };
  await world.direct?.onboard((await accounts?.onboardingUrl(accountRef, urls)) ?? "");
  return accountRef;
}

async function newsOf(paymentId: string): Promise<string[]> {
  const read = (await world.notices()).map(({ body, headers, at }) =>
    world.provider.readEvent(body, headers, at),
  );
  return read.flatMap((each) =>
    each.outcome === "verified" && each.paymentId === paymentId ? each.kind : [],
  );
}

describe("a page at Stripe that keeps its method", () => {
  it("a page at Stripe keeps cards and debits, with a customer of its own", async () => {
    const kept = world.provider.offers().filter(({ saves }) => saves);
    expect([...new Set(kept.map(({ type }) => type))]).toEqual(["INETCASH_CC", "INETCASH_DD"]);
    const card = await payAndKeep("INETCASH_CC");
    const { form } = world.stripe.books.page(card.made.providerRef);
    expect(form).toMatchObject({
      ...{ customer_creation: "always", allowed_payment_method_types: ["card"] },
      payment_intent_data: { setup_future_usage: "off_session" },
    });
    expect(card.method).toMatchObject({ label: VISA, expiresOn: "2030-02-28" });
    const debit = await payAndKeep("INETCASH_DD");
    expect(debit.method).toMatchObject({ label: "DE ••••\u00a03000", expiresOn: null });
  });

  it("a debit's method is known while its bank takes its time; another payment keeps none", async () => {
    const slow = await world.provider.create(world.order({ type: "INETCASH_DD", savesMethod: true }));
    await world.visit(slow, "under_way");
    expect(await world.provider.fetch(slow.providerRef)).toMatchObject({
      ...{ state: "PROCESSING", savedMethod: { label: "DE ••••\u00a03000" } },
    });
    const usual = await world.provider.create(world.order());
    await world.visit(usual, "paid");
    expect(await world.provider.fetch(usual.providerRef)).not.toHaveProperty("savedMethod");
  });
});

describe("a charge of a saved method at Stripe", () => {
  it("a charge at Stripe is made once, found by our id, and given back", async () => {
    const { method } = await payAndKeep("INETCASH_CC");
    const order = chargeOf(method);
    const charged = await saved().charge(order);
    expect(charged).toMatchObject({ paymentId: order.paymentId, state: "PAID", amountMinor: 500 });
    expect(charged.providerRef).toMatch(/^pi_/);
    expect(await saved().charge(order)).toEqual(charged);
    await expect(saved().charge({ ...order, amountMinor: 700 })).rejects.toThrow(ProviderConflict);
    expect((await world.provider.find(order.paymentId))?.snapshot).toEqual(charged);
    expect(await world.provider.cancel(charged.providerRef)).toEqual(charged);
    expect(await newsOf(order.paymentId)).toEqual(["payment_intent.succeeded"]);
    const refund = { refundId: uuid(), providerRef: charged.providerRef, amountMinor: 200, currency: "EUR" };
    expect(await world.provider.refund(refund)).toMatchObject({ state: "DONE", amountMinor: 200 });
    expect((await world.provider.fetch(charged.providerRef))?.refunds).toHaveLength(1);
  });

  it("a settlement of Stripe's names charges, and what goes back of them, by our ids", async () => {
    const { method } = await payAndKeep("INETCASH_CC");
    const order = chargeOf(method);
    const { providerRef } = await saved().charge(order);
    const refund = { refundId: uuid(), providerRef, amountMinor: 200, currency: "EUR" };
    await world.provider.refund(refund);
    world.stripe.books.dispute(providerRef, 300);
    const file = world.stripe.books.balance.file(world.stripe.books.balance.payOut());
    const currencies = new Set(["EUR"]);
    const told = [
      world.provider.readSettlement(file, currencies),
      await world.provider.fetchSettlement?.(new Date(0), currencies),
    ];
    for (const events of told) {
      if (!Array.isArray(events)) throw new Error(`no settlement: ${JSON.stringify(events)}`);
      const own = events.filter(({ payment_ref }) => payment_ref === order.paymentId);
      expect(own.map(({ kind, gross_minor }) => [kind, gross_minor])).toEqual(
        expect.arrayContaining([
          ["PAYMENT", 500],
          ["REFUND", 200],
          ["DISPUTE", 300],
        ]),
      );
    }
  });

  it("a dispute of a charge at Stripe names its payment", async () => {
    const { method } = await payAndKeep("INETCASH_CC");
    const order = chargeOf(method);
    const { providerRef } = await saved().charge(order);
    world.stripe.books.dispute(providerRef, 500);
    expect(await world.provider.nameOf?.(providerRef)).toEqual({ providerRef, paymentId: order.paymentId });
    expect(await world.provider.fetch(providerRef)).toMatchObject({
      disputes: [{ state: "OPEN", amountMinor: 500 }],
    });
  });

  it.each([
    [{ code: "card_declined", decline_code: "insufficient_funds" }, "RETRY"],
    [{ code: "card_declined", decline_code: "stolen_card" }, "METHOD"],
    [{ code: "expired_card" }, "METHOD"],
    [{ code: "authentication_required", decline_code: "authentication_required" }, "CONFIRM"],
  ] as const)("a charge at Stripe that is declined by %o is %s", async (charges, refusal) => {
    world.stripe.books.chargesBegin = charges;
    const { method } = await payAndKeep("INETCASH_CC");
    const order = chargeOf(method);
    const declined = await saved().charge(order);
    expect(declined).toMatchObject({ paymentId: order.paymentId, state: "FAILED", refusal });
    expect(await saved().charge(order)).toEqual(declined);
    expect(await newsOf(order.paymentId)).toEqual(["payment_intent.payment_failed"]);
  });

  it("a debit at Stripe waits for its bank, and then comes or goes back", async () => {
    world.stripe.books.chargesBegin = "under_way";
    const { method } = await payAndKeep("INETCASH_DD");
    const orders = [chargeOf(method, { type: "INETCASH_DD" }), chargeOf(method, { type: "INETCASH_DD" })];
    const ends: unknown[] = [];
    for (const [order, how] of [
      [orders[0], "paid"],
      [orders[1], "failed"],
    ] as const) {
      if (!order) continue;
      const charged = await saved().charge(order);
      expect(charged.state).toBe("PROCESSING");
      await world.conclude({ ...charged, redirectUrl: "" }, how);
      const end = await world.provider.fetch(charged.providerRef);
      ends.push([end?.state, end?.refusal]);
    }
    expect(ends).toEqual([
      ["PAID", undefined],
      ["FAILED", "RETRY"],
    ]);
  });

  it("a charge in a creator's account has our fee, which can be returned", async () => {
    const accountRef = await connect();
    const direct = { accountRef, applicationFeeMinor: 60 };
    const { method } = await payAndKeep("INETCASH_CC", { direct });
    const charged = await saved().charge(chargeOf(method, { direct }));
    expect(charged).toMatchObject({ state: "PAID", providerRef: expect.stringMatching(/^acct_\w+\/pi_/) });
    const { providerRef } = charged;
    await world.provider.accounts?.returnFee({ providerRef, totalMinor: 20, currency: "EUR" });
    expect(await world.direct?.feeReturned({ providerRef, redirectUrl: "" })).toBe(20);
    await expect(saved().charge(chargeOf(method))).rejects.toThrow(ProviderRefused);
    await saved().forget(method, accountRef);
    await expect(saved().charge(chargeOf(method, { direct }))).rejects.toThrow(ProviderRefused);
  });

  it("a charge at Stripe without an answer stays open, and is one when it is repeated", async () => {
    const { method } = await payAndKeep("INETCASH_CC");
    const order = chargeOf(method);
    world.line.failNext("late_answer", "POST");
    await expect(world.impatient.saved?.charge(order)).rejects.toThrow(ProviderUnavailable);
    const found = await world.provider.find(order.paymentId);
    expect((await saved().charge(order)).providerRef).toBe(found?.providerRef);
  });

  it("a payment of a page is no charge of ours", async () => {
    const { made } = await payAndKeep("INETCASH_CC");
    const { intent } = world.stripe.books.page(made.providerRef);
    expect(await world.provider.fetch(intent?.id ?? "")).toBeNull();
  });
});

describe("another method at Stripe", () => {
  it("another method at Stripe is entered on its page, and joins its customer", async () => {
    const { method: first } = await payAndKeep("INETCASH_CC");
    const order = setUpOf({ customerRef: first.customerRef });
    const { setUpRef, redirectUrl } = await saved().setUp(order);
    expect(await saved().setUp(order)).toEqual({ setUpRef, redirectUrl });
    expect(await saved().fetchSetUp(setUpRef)).toEqual({ state: "OPEN", method: null });
    await world.visit({ providerRef: setUpRef, redirectUrl }, "paid");
    const { state, method } = await saved().fetchSetUp(setUpRef);
    expect([state, method?.customerRef, method?.label]).toEqual(["DONE", first.customerRef, VISA]);
    const read = (await world.notices()).map(({ body, headers, at }) =>
      world.provider.readEvent(body, headers, at),
    );
    expect(read).toContainEqual(
      expect.objectContaining({ outcome: "set_up", setUpRef, kind: "checkout.session.completed" }),
    );
    if (method) expect((await saved().charge(chargeOf(method))).state).toBe("PAID");
    expect(await world.provider.fetch(setUpRef).catch(() => null)).toBeNull();
  });

  it("a page for another method runs out, and what is none is over", async () => {
    const { setUpRef } = await saved().setUp(setUpOf());
    const setUp = world.stripe.books.setUps.get(setUpRef);
    if (setUp) setUp.form.expires_at = 0;
    for (const over of [setUpRef, "cs_unknown", "pi_1", ""])
      expect(await saved().fetchSetUp(over)).toEqual({ state: "EXPIRED", method: null });
  });

  it("a forgotten method is detached, and its customer deleted once it has no other", async () => {
    const { method } = await payAndKeep("INETCASH_CC");
    const { setUpRef, redirectUrl } = await saved().setUp(setUpOf({ customerRef: method.customerRef }));
    await world.visit({ providerRef: setUpRef, redirectUrl }, "paid");
    const { method: other } = await saved().fetchSetUp(setUpRef);
    await saved().forget(method, null);
    expect(world.stripe.books.customers.has(method.customerRef)).toBe(true);
    if (other) await saved().forget(other, null);
    expect(world.stripe.books.customers.has(method.customerRef)).toBe(false);
    await saved().forget(method, null);
    await expect(saved().charge(chargeOf(method))).rejects.toThrow(ProviderRefused);
  });
});

it("codes that Stripe publishes say what helps", () => {
  expect(refusalOf(["try_again_later"])).toBe("RETRY");
  expect(refusalOf(["lost_card", "card_declined"])).toBe("METHOD");
  expect(refusalOf([undefined, "authentication_required"])).toBe("CONFIRM");
  expect(refusalOf([null])).toBe("METHOD");
});
