import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PaymentOrder, ProviderUnavailable } from "../../app/domain/payments/provider-port.ts";
import { stripeProvider } from "../../app/domain/payments/providers/stripe/stripe.server.ts";
import { openStripeWorld } from "../support/providers/stripe-contract-world.ts";

let world: Awaited<ReturnType<typeof openStripeWorld>>;

beforeAll(async () => {
  world = await openStripeWorld();
});
afterAll(() => world.close());

async function make(change: Partial<PaymentOrder> = {}) {
  const order = world.order(change);
  const made = await world.provider.create(order);
  return { order, made, page: world.stripe.books.page(made.providerRef) };
}

async function paid(change: Partial<PaymentOrder> = {}) {
  const one = await make(change);
  await world.visit(one.made, "paid");
  return one;
}

function read(event: object) {
  const body = JSON.stringify(event);
  const { headers, at, body: bytes } = world.sign(body, world.now());
  return world.provider.readEvent(bytes, headers, at);
}

describe("a page at Stripe", () => {
  it.each([
    ["INETCASH_CC", ["card", "link"], { statement_descriptor_suffix: "TRIBUTE TIP" }],
    ["INETCASH_DB", ["pay_by_bank"], { statement_descriptor: "TRIBUTE TIP" }],
    ["INETCASH_OB", ["customer_balance"], { statement_descriptor: "TRIBUTE TIP" }],
    ["INETCASH_DD", ["sepa_debit"], { statement_descriptor: "TRIBUTE TIP" }],
  ] as const)(
    "a page at Stripe for %s takes %s in our currency, for our payer",
    async (type, methods, words) => {
      const { order, page } = await make({ type, locale: "de", payerEmail: "ada@fan.example" });
      expect(page.form).toMatchObject({
        ...{ mode: "payment", client_reference_id: order.paymentId, locale: "de" },
        allowed_payment_method_types: methods,
        adaptive_pricing: { enabled: "false" },
        line_items: [{ quantity: 1, price_data: { currency: "eur", unit_amount: 2798 } }],
        payment_intent_data: { metadata: { payment_id: order.paymentId }, ...words },
        ...{ success_url: order.successUrl, cancel_url: order.failedUrl },
      });
      const { customer } = page.form;
      const payer =
        customer === undefined ? page.form.customer_email : world.stripe.books.customers.get(customer)?.email;
      expect(payer).toBe("ada@fan.example");
      expect(page.form.expires_at * 1000).toBeLessThan(order.expiresAt.getTime());
    },
  );

  it("a page at Stripe is its own origin, so that browsers may be sent there", () => {
    expect(world.provider.redirectOrigins()).toEqual([new URL(world.line.origin).origin]);
    const real = stripeProvider({
      secretKey: "sk",
      webhookSecret: "wh",
      statementDescriptor: null,
      wallets: [],
      apiUrl: null,
    });
    expect(real.redirectOrigins()).toEqual(["https://checkout.stripe.com"]);
  });

  it("a page at Stripe is found by our id among hundreds of the same hour", async () => {
    const { order, made } = await make();
    const { form } = world.stripe.books.page(made.providerRef);
    for (let count = 0; count < 250; count += 1) {
      const payment_id = uuid();
      world.stripe.books.open({ ...form, client_reference_id: payment_id, metadata: { payment_id } });
    }
    expect(await world.provider.find(order.paymentId)).toMatchObject(made);
  });

  it("a page at Stripe that nobody used runs out", async () => {
    const { order, made, page } = await make();
    page.form.expires_at = 0;
    expect(await world.provider.fetch(made.providerRef)).toMatchObject({ state: "EXPIRED", paidAt: null });
    // There is nothing to pay on any more: the fan goes on where the page would have led to.
    expect(await world.provider.find(order.paymentId)).toMatchObject({ redirectUrl: order.failedUrl });
  });

  it("a page at Stripe of another sale of the account is none of ours", async () => {
    const { made, page } = await make();
    page.form.client_reference_id = "order-4711";
    expect(await world.provider.fetch(made.providerRef)).toBeNull();
    // Who opens a payment link of the account may write any reference into its address, and no metadata.
    page.form.client_reference_id = uuid();
    expect(await world.provider.fetch(made.providerRef)).toBeNull();
    await world.visit(made, "paid");
    expect(await world.provider.nameOf?.(page.intent?.id ?? "")).toBeNull();
  });
});

describe("a payment at Stripe", () => {
  it("a payment at Stripe by transfer is called off while the transfer is awaited", async () => {
    const { made } = await make({ type: "INETCASH_OB" });
    await world.visit(made, "under_way");
    expect((await world.provider.fetch(made.providerRef))?.state).toBe("PROCESSING");
    expect((await world.provider.cancel(made.providerRef)).state).toBe("CANCELLED");
    expect((await world.provider.fetch(made.providerRef))?.state).toBe("CANCELLED");
  });

  it("a payment at Stripe that failed says why, in the bank's word", async () => {
    const { made } = await make({ type: "INETCASH_DD" });
    await world.visit(made, "under_way");
    await world.conclude(made, "failed");
    expect(await world.provider.fetch(made.providerRef)).toMatchObject({
      ...{ state: "FAILED", failureCode: "insufficient_funds" },
    });
  });

  it("a payment at Stripe in a currency of Stripe's choice is still ours, and what was shown is told", async () => {
    const { made, page } = await make();
    page.presentment = { presentment_amount: 2950, presentment_currency: "usd" };
    await world.visit(made, "paid");
    expect(await world.provider.fetch(made.providerRef)).toMatchObject({
      ...{ amountMinor: 2798, currency: "EUR", presentment: { amountMinor: 2950, currency: "USD" } },
    });
  });

  it.each([
    ["needs_response", "OPEN"],
    ["under_review", "OPEN"],
    ["appeal_under_review", "OPEN"],
    ["won", "WON"],
    ["prevented", "WON"],
    ["lost", "LOST"],
  ])("a payment at Stripe whose dispute is %s has one that is %s", async (status, state) => {
    const { made } = await paid();
    const { id } = world.stripe.books.dispute(made.providerRef, 1000);
    world.stripe.books.decide(made.providerRef, id, status);
    const snapshot = await world.provider.fetch(made.providerRef);
    expect(snapshot?.disputes).toEqual([{ disputeRef: id, state, amountMinor: 1000 }]);
  });

  it("a payment at Stripe that a bank only inquires about has no dispute", async () => {
    const { made } = await paid();
    const { id } = world.stripe.books.dispute(made.providerRef, 1000);
    for (const status of ["warning_needs_response", "warning_under_review", "warning_closed"]) {
      world.stripe.books.decide(made.providerRef, id, status);
      expect((await world.provider.fetch(made.providerRef))?.disputes, status).toEqual([]);
    }
  });

  it("a payment at Stripe that its back office gave back has a refund by Stripe's name", async () => {
    const { made, page } = await paid();
    const { id } = world.stripe.books.refund(page.intent?.id ?? "", 300, {});
    const refunds = [{ refundId: id, state: "DONE", amountMinor: 300 }];
    expect(await world.provider.fetch(made.providerRef)).toMatchObject({ refunds });
  });
});

describe("a refund at Stripe", () => {
  it.each([
    ["pending", "PENDING"],
    ["requires_action", "PENDING"],
    ["failed", "FAILED"],
    ["canceled", "FAILED"],
  ])("a refund at Stripe that is %s by now is told so when it is asked for again", async (status, state) => {
    const { made, page } = await paid();
    const refund = { refundId: uuid(), providerRef: made.providerRef, amountMinor: 500, currency: "EUR" };
    await world.provider.refund(refund);
    const [first] = page.intent?.refunds ?? [];
    if (first) first.status = status;
    expect(await world.provider.refund(refund)).toMatchObject({ state });
  });

  it("a refund at Stripe does not fail by a key that Stripe does not take", async () => {
    const { made } = await paid();
    const other = stripeProvider({
      ...{ secretKey: "sk_test_anotherkey", webhookSecret: "whsec_any", statementDescriptor: null },
      wallets: [],
      apiUrl: world.line.origin,
    });
    const refund = { refundId: uuid(), providerRef: made.providerRef, amountMinor: 500, currency: "EUR" };
    await expect(other.refund(refund)).rejects.toThrow(ProviderUnavailable);
  });
});

describe("a notice of Stripe's", () => {
  it("a notice of Stripe's that is about no payment of ours, or of no weight, is ignored", () => {
    const ids = { client_reference_id: uuid() };
    const session = { id: "cs_test_1", ...ids, metadata: { payment_id: ids.client_reference_id } };
    const event = (type: string, object: object) => read({ id: "evt_1", type, data: { object } });
    expect(event("checkout.session.completed", session).outcome).toBe("verified");
    expect(event("checkout.session.completed", { ...session, client_reference_id: null }).outcome).toBe(
      "ignored",
    );
    expect(event("checkout.session.completed", { ...session, client_reference_id: "4711" }).outcome).toBe(
      "ignored",
    );
    expect(event("checkout.session.completed", { ...session, client_reference_id: uuid() }).outcome).toBe(
      "ignored",
    );
    expect(event("checkout.session.completed", { ...session, metadata: {} }).outcome).toBe("ignored");
    expect(event("payment_intent.succeeded", session).outcome).toBe("ignored");
    expect(event("charge.dispute.created", { id: "du_1", payment_intent: null }).outcome).toBe("ignored");
    expect(event("charge.dispute.created", { id: "du_1", payment_intent: "pi_1" })).toEqual({
      ...{ outcome: "unnamed", eventId: "evt_1", kind: "charge.dispute.created", about: "pi_1" },
    });
  });
});
