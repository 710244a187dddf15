import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type DirectAccounts,
  type PaymentOrder,
  ProviderRefused,
  ProviderUnavailable,
} from "../../app/domain/payments/provider-port.ts";
import { stripeProvider } from "../../app/domain/payments/providers/stripe/stripe.server.ts";
import type { Requirements } from "../support/providers/stripe/stripe-shapes.ts";
import { CONNECT_SECRET, openStripeWorld } from "../support/providers/stripe-contract-world.ts";

const URLS = { returnUrl: "https://tribute.example/back", refreshUrl: "https://tribute.example/again" };
const NOTHING: Requirements = {
  ...{ currently_due: [], past_due: [], current_deadline: null, disabled_reason: null },
};

let world: Awaited<ReturnType<typeof openStripeWorld>>;
let accounts: DirectAccounts;

beforeAll(async () => {
  world = await openStripeWorld();
  if (!world.provider.accounts) throw new Error("it pays creators directly");
  ({ accounts } = world.provider);
});
afterAll(() => world.close());

async function connect() {
  const user = { userId: uuid(), country: "AT", currency: "EUR", email: "jo@tribute.example" };
  const { accountRef } = await accounts.create({ ...user, locale: "de" });
  return { accountRef, ...user };
}

async function ready(): Promise<string> {
  const { accountRef } = await connect();
  await world.direct?.onboard(await accounts.onboardingUrl(accountRef, URLS));
  return accountRef;
}

async function charge(accountRef: string, change: Partial<PaymentOrder> = {}) {
  const order = world.order({ direct: { accountRef, applicationFeeMinor: 300 }, ...change });
  const made = await world.provider.create(order);
  const id = made.providerRef.split("/")[1] ?? "";
  return { order, made, page: world.stripe.booksOf(accountRef).page(id) };
}

async function paid(accountRef: string, change: Partial<PaymentOrder> = {}) {
  const one = await charge(accountRef, change);
  await world.visit(one.made, "paid");
  return one;
}

const unnamed = (kind: string, about: string) => ({ outcome: "unnamed", eventId: "evt_1", kind, about });

describe("a direct charge at Stripe", () => {
  it.each([
    ["INETCASH_CC", ["card", "link"], { statement_descriptor_suffix: "TRIBUTE TIP" }],
    ["INETCASH_OB", ["customer_balance"], { statement_descriptor: "TRIBUTE TIP" }],
    ["INETCASH_DD", ["sepa_debit"], { statement_descriptor: "TRIBUTE TIP" }],
  ] as const)(
    "a direct charge at Stripe by %s takes %s, our fee, and our payer",
    async (type, methods, words) => {
      const accountRef = await ready();
      const { order, page, made } = await charge(accountRef, { type, payerEmail: "ada@fan.example" });
      expect(page.form).toMatchObject({
        ...{ client_reference_id: order.paymentId, allowed_payment_method_types: methods },
        payment_intent_data: {
          application_fee_amount: 300,
          metadata: { payment_id: order.paymentId },
          ...words,
        },
      });
      const { customer, customer_email } = page.form;
      const { customers } = world.stripe.booksOf(accountRef);
      expect(customer === undefined ? customer_email : customers.get(customer)?.email).toBe(
        "ada@fan.example",
      );
      expect(made.providerRef.startsWith(`${accountRef}/cs_`)).toBe(true);
      expect(world.stripe.books.pages.has(page.id)).toBe(false);
      expect(await world.provider.find(order.paymentId, accountRef)).toMatchObject(made);
      for (const elsewhere of [null, await ready()])
        expect(await world.provider.find(order.paymentId, elsewhere)).toBeNull();
    },
  );

  it("a direct charge at Stripe leaves our fee alone where money goes back, and its dispute is the account's", async () => {
    const accountRef = await ready();
    const { made, page } = await paid(accountRef);
    const refund = { refundId: uuid(), providerRef: made.providerRef, amountMinor: 1000, currency: "EUR" };
    await world.provider.refund(refund);
    const fee = page.intent?.charge?.fee ?? "";
    expect(world.stripe.accounts.fee(fee)).toMatchObject({ account: accountRef, amount: 300, refunds: [] });
    const { id } = world.stripe.booksOf(accountRef).dispute(page.id, 1798);
    expect(await world.provider.fetch(made.providerRef)).toMatchObject({
      ...{
        refunds: [{ amountMinor: 1000 }],
        disputes: [{ disputeRef: id, state: "OPEN", amountMinor: 1798 }],
      },
    });
  });

  it("a direct charge at Stripe whose account took our access away stays open, and gives nothing back", async () => {
    const accountRef = await ready();
    const { made } = await paid(accountRef);
    world.stripe.accounts.revoke(accountRef);
    expect(await accounts.fetch(accountRef)).toBeNull();
    await expect(world.provider.fetch(made.providerRef)).rejects.toThrow(ProviderUnavailable);
    const refund = { refundId: uuid(), providerRef: made.providerRef, amountMinor: 1000, currency: "EUR" };
    await expect(world.provider.refund(refund)).rejects.toThrow(ProviderRefused);
  });

  it.each([
    "acct_x/cs_1/cs_2",
    "acct_/cs_1",
    "cs_1/acct_1",
    "/cs_1",
    "acct_1/",
    "other_1/cs_1",
    "acct_1/ch_1",
  ])("a direct charge at Stripe is not called %s", async (reference) => {
    expect(await world.provider.fetch(reference)).toBeNull();
  });
});

describe("a creator's account at Stripe", () => {
  it.each(["application", "stripe"] as const)(
    "a creator's account at Stripe has its losses borne by %s",
    async (losses) => {
      const { accounts: own } = stripeProvider({
        ...{ secretKey: "sk_test_notastripekey", webhookSecret: "whsec_any", apiUrl: world.line.origin },
        ...{ connect: { webhookSecret: CONNECT_SECRET, losses }, statementDescriptor: null, wallets: [] },
      });
      const userId = uuid();
      const created = await own?.create({
        ...{ userId, country: "FR", currency: "EUR", email: "jo@tribute.example", locale: "en" },
      });
      expect(world.stripe.accounts.get(created?.accountRef ?? "")).toMatchObject({
        ...{ country: "FR", currency: "eur", email: "jo@tribute.example", metadata: { user_id: userId } },
        controller: {
          ...{ fees: { payer: "application" }, losses: { payments: losses } },
          ...{ stripe_dashboard: { type: "express" }, requirement_collection: "stripe" },
        },
      });
    },
  );

  it("a creator's account at Stripe is asked about at an address where our pages may lead", async () => {
    const { accountRef } = await connect();
    const { origin } = new URL(await accounts.onboardingUrl(accountRef, URLS));
    // The line's own origin is not the fake's.
    expect([new URL(world.stripe.origin).origin]).toEqual([origin]);
    expect(accounts.origins).toEqual([new URL(world.line.origin).origin]);
    const real = stripeProvider({
      ...{ secretKey: "sk", webhookSecret: "wh", statementDescriptor: null, wallets: [], apiUrl: null },
      connect: { webhookSecret: CONNECT_SECRET, losses: "stripe" },
    });
    expect(real.accounts).toMatchObject({ origins: ["https://connect.stripe.com"] });
  });

  it("a creator's account at Stripe says what is due, by when, and why it stops", async () => {
    const { accountRef, userId } = await connect();
    const [soon, later] = [new Date("2026-12-05T10:00:00Z"), new Date("2027-02-01T00:00:00Z")];
    world.stripe.accounts.update(accountRef, {
      requirements: {
        ...{ currently_due: ["external_account", "tos_acceptance.date"], past_due: ["tos_acceptance.date"] },
        ...{ current_deadline: soon.getTime() / 1000, disabled_reason: "requirements.past_due" },
      },
      future: {
        ...{ ...NOTHING, currently_due: ["external_account", "company.tax_id"] },
        current_deadline: later.getTime() / 1000,
      },
    });
    expect(await accounts.fetch(accountRef)).toEqual({
      ...{ accountRef, userId, country: "AT", currency: "EUR", legalName: null },
      ...{ takesPayments: false, paysOut: false, isSubmitted: false },
      due: [
        { name: "tos_acceptance.date", by: soon },
        { name: "external_account", by: soon },
        { name: "company.tax_id", by: later },
      ],
      disabledReason: "requirements.past_due",
    });
    world.stripe.accounts.update(accountRef, {
      requirements: { ...NOTHING, currently_due: ["representative"] },
    });
    expect((await accounts.fetch(accountRef))?.due).toContainEqual({ name: "representative", by: null });
  });

  it("a creator's account at Stripe that no key of ours names is of no user", async () => {
    const { accountRef } = await connect();
    world.stripe.accounts.update(accountRef, { metadata: {} });
    expect((await accounts.fetch(accountRef))?.userId).toBeNull();
  });

  it("a creator's account at Stripe has a name where Stripe shows it", async () => {
    const { accountRef } = await connect();
    world.stripe.accounts.update(accountRef, { person: { first_name: "Jördis", last_name: "Kessler" } });
    expect((await accounts.fetch(accountRef))?.legalName).toBe("Jördis Kessler");
  });

  it("a creator's account at Stripe has a link that works once, and then leads to a new one", async () => {
    const { accountRef } = await connect();
    const link = await accounts.onboardingUrl(accountRef, URLS);
    const open = async (how: string) => {
      const body = new URLSearchParams({ how });
      const answer = await fetch(link, { method: "POST", body, redirect: "manual" });
      return answer.headers.get("Location");
    };
    expect(await open("leave")).toBe(URLS.returnUrl);
    expect(await accounts.fetch(accountRef)).toMatchObject({ isSubmitted: false });
    expect(await open("finish")).toBe(URLS.refreshUrl);
    expect(await accounts.fetch(accountRef)).toMatchObject({ isSubmitted: false });
  });

  it("a creator's account at Stripe that was in use stays when it is disconnected", async () => {
    const accountRef = await ready();
    await accounts.disconnect(accountRef);
    expect(await accounts.fetch(accountRef)).toMatchObject({ takesPayments: true });
  });

  it("a creator's account at Stripe lists what goes to its bank, not what Stripe collects from there", async () => {
    const accountRef = await ready();
    const since = new Date(world.now().getTime() - 1000);
    for (const [amount, status] of [
      [100, "pending"],
      [200, "in_transit"],
      [300, "paid"],
      [400, "failed"],
      [500, "canceled"],
      [-600, "paid"],
    ] as const)
      world.stripe.accounts.payOut(accountRef, amount, status);
    const listed = await accounts.payouts(accountRef, since);
    expect(listed.map(({ amountMinor, state, failureCode }) => [amountMinor, state, failureCode])).toEqual([
      [500, "FAILED", "canceled"],
      [400, "FAILED", "account_closed"],
      [300, "PAID", null],
      [200, "PENDING", null],
      [100, "PENDING", null],
    ]);
  });
});

describe("a notice of a creator's account", () => {
  const id = uuid();
  const session = { id: "cs_1", client_reference_id: id, metadata: { payment_id: id } };
  function read(event: object, secret?: string) {
    const body = JSON.stringify({ id: "evt_1", data: { object: session }, ...event });
    const {
      headers,
      at,
      body: bytes,
    } = secret ? world.signed(body, world.now(), secret) : world.sign(body, world.now());
    return world.provider.readEvent(bytes, headers, at);
  }
  const connected = (event: object) => read({ account: "acct_1", ...event }, CONNECT_SECRET);

  it("a notice of a creator's account is about the page there, never about one of ours", () => {
    const type = "checkout.session.completed";
    expect(connected({ type })).toMatchObject({
      outcome: "verified",
      providerRef: "acct_1/cs_1",
      paymentId: id,
    });
    expect(read({ type })).toMatchObject({ outcome: "verified", providerRef: "cs_1", paymentId: id });
    const data = { object: { payment_intent: "pi_1" } };
    const dispute = { type: "charge.dispute.created", data };
    expect(connected(dispute)).toEqual(unnamed("charge.dispute.created", "acct_1/pi_1"));
    expect(read(dispute)).toEqual(unnamed("charge.dispute.created", "pi_1"));
  });

  it.each([
    ...["account.updated", "account.application.deauthorized"],
    ...["payout.created", "payout.updated", "payout.paid", "payout.failed", "payout.canceled"],
  ])("a notice of a creator's account of the kind %s names the account alone", (type) => {
    const data = { object: { id: "acct_another", amount: 1 } };
    expect(connected({ type, data })).toEqual({
      ...{ outcome: "account", eventId: "evt_1", kind: type, accountRef: "acct_1" },
    });
    expect(read({ type, data })).toEqual({ outcome: "ignored" });
  });

  it("a notice of a creator's account is refused with our own secret, and ours with theirs", () => {
    for (const type of ["checkout.session.completed", "account.updated", "payout.paid"]) {
      expect(read({ type, account: "acct_1" })).toEqual({ outcome: "refused", reason: "signature" });
      expect(read({ type }, CONNECT_SECRET)).toEqual({ outcome: "refused", reason: "signature" });
      expect(read({ type, account: "acct_1" }, "whsec_of_another")).toEqual({
        ...{ outcome: "refused", reason: "signature" },
      });
    }
    for (const account of ["", "acct_1/cs_2", "cs_1", 7, null, {}])
      expect(connected({ type: "account.updated", account })).toEqual({
        outcome: "refused",
        reason: "malformed",
      });
  });

  it("a notice of a creator's account is refused where no endpoint is set up for them", () => {
    const { readEvent, accounts: none } = stripeProvider({
      ...{ secretKey: "sk_test_any", webhookSecret: CONNECT_SECRET, apiUrl: null },
      ...{ statementDescriptor: null, wallets: [] },
    });
    expect(none).toBeUndefined();
    const body = JSON.stringify({
      id: "evt_1",
      type: "account.updated",
      account: "acct_1",
      data: { object: {} },
    });
    const { headers, at, body: bytes } = world.signed(body, world.now(), CONNECT_SECRET);
    expect(readEvent(bytes, headers, at)).toEqual({ outcome: "refused", reason: "signature" });
  });

  it("a notice of a creator's account about another sale there is ignored", async () => {
    const accountRef = await ready();
    const { page } = await paid(accountRef);
    page.form.metadata = {};
    const { id: intent = "" } = page.intent ?? {};
    expect(await world.provider.nameOf?.(`${accountRef}/${intent}`)).toBeNull();
    expect(await world.provider.nameOf?.(intent)).toBeNull();
    expect(await world.provider.nameOf?.("nobody/pi_1")).toBeNull();
    expect(connected({ type: "checkout.session.completed", data: { object: { id: "cs_1" } } })).toEqual({
      ...{ outcome: "ignored" },
    });
  });
});

describe("the settlement of direct charges", () => {
  const today = () => new Date(world.now().getTime() - 60_000);
  async function settled() {
    const read = await world.provider.fetchSettlement?.(today(), new Set(["EUR", "USD"]));
    if (!read || "fault" in read) throw new Error("it is read");
    return read;
  }

  it("the settlement of direct charges has our fee as the payment, what went back of it, and Stripe's fees", async () => {
    const accountRef = await ready();
    const { order, made } = await paid(accountRef);
    await settle(made.providerRef, 100);
    await settle(made.providerRef, 250);
    const read = await settled();
    const own = { payment_ref: order.paymentId, currency: "EUR", fee_minor: 0 };
    expect(read.filter(({ payment_ref }) => payment_ref === order.paymentId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...own, kind: "PAYMENT", gross_minor: 300, reference: null }),
        expect.objectContaining({ ...own, kind: "REFUND", gross_minor: 100, reference: "fee 0-100" }),
        expect.objectContaining({ ...own, kind: "REFUND", gross_minor: 150, reference: "fee 100-250" }),
      ]),
    );
    // 1.5 % and 25 cents of the whole charge are ours to pay.
    expect(read).toContainEqual(expect.objectContaining({ kind: "FEE", gross_minor: 67, payment_ref: null }));
  });

  it("the settlement of a direct charge in another currency is our fee in the fan's, and a conversion", async () => {
    const accountRef = await ready();
    const { order } = await paid(accountRef, { currency: "USD" });
    const read = await settled();
    const payment = read.find(({ payment_ref }) => payment_ref === order.paymentId);
    expect(payment).toMatchObject({ kind: "PAYMENT", currency: "USD", gross_minor: 300 });
    expect(read.find(({ event_ref }) => event_ref === `${payment?.event_ref} conversion`)).toMatchObject({
      ...{ kind: "CONVERSION", currency: "USD", gross_minor: 300, other_currency: "EUR", other_minor: 276 },
    });
  });

  it("the settlement of a direct charge whose account took our access away names Stripe's fee alone", async () => {
    const accountRef = await ready();
    const { order, page } = await paid(accountRef);
    world.stripe.accounts.revoke(accountRef);
    const read = await settled();
    expect(read.some(({ payment_ref }) => payment_ref === order.paymentId)).toBe(false);
    expect(read).toContainEqual(expect.objectContaining({ payment_ref: page.intent?.charge?.fee }));
  });

  const settle = (providerRef: string, totalMinor: number) =>
    accounts.returnFee({ providerRef, totalMinor, currency: "EUR" });
});
