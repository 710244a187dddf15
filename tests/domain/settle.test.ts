import { afterEach, describe, expect } from "vitest";
import { applySnapshot } from "../../app/domain/payment-updates/apply-snapshot.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { PaymentType, ProviderPaymentState } from "../../app/domain/payments/provider-port.ts";
import { expireTips } from "../../app/domain/tips/drafts.server.ts";
import { expectCleanBooks, faultsIn, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  balancesOf,
  beginTip,
  type Creator,
  choosePayment,
  confirm,
  createCreator,
  DAY_SECONDS,
  moveAccount,
  paymentOf,
  payTip,
  snapshotOf,
  type TipWorld,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const eventsOf = async (paymentId: string) =>
  (
    await world.db
      .selectFrom("payment_events")
      .select("kind")
      .where("payment_id", "=", paymentId)
      .orderBy("id")
      .execute()
  ).map((row) => row.kind);

const refundsOf = (paymentId: string) =>
  world.db.selectFrom("refunds").selectAll().where("payment_id", "=", paymentId).execute();

async function suspense(currency = "EUR"): Promise<number> {
  const rows = await world.db
    .selectFrom("ledger_transfer as m")
    .innerJoin("ledger_account as d", "d.id", "m.debit_account")
    .innerJoin("ledger_account as c", "c.id", "m.credit_account")
    .select(["d.code as from", "c.code as to", "m.amount_minor"])
    .where("m.currency", "=", currency)
    .where((eb) => eb.or([eb("d.code", "=", "suspense"), eb("c.code", "=", "suspense")]))
    .execute();
  return rows.reduce((sum, row) => sum + (row.to === "suspense" ? row.amount_minor : -row.amount_minor), 0);
}

describe("a tip that is paid", () => {
  it.each<[PaymentType, string, number]>([
    ["INETCASH_CC", "creator_pending", 7],
    ["INETCASH_DD", "creator_pending", 14],
    ["INETCASH_DB", "creator_available", 0],
    ["INETCASH_OB", "creator_available", 0],
  ])("a tip that is paid by %s is credited whole, as %s, for %i days", async (type, account, days) => {
    const payment = await payTip(world, creator, { type, amount: 50_00 });
    expect(await balancesOf(world, creator)).toEqual({ [account]: 50_00 });
    expect(await paymentOf(world, payment.id)).toMatchObject({
      status: "SUCCESS",
      settled_at: world.clock(),
      failure_reason: null,
    });
    expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE", paid_at: world.clock() });
    const allocation = await world.db
      .selectFrom("tip_allocations")
      .selectAll()
      .where("payment_id", "=", payment.id)
      .executeTakeFirstOrThrow();
    expect(allocation).toMatchObject({
      creator_id: creator.id,
      amount_minor: 50_00,
      available_at: new Date(world.clock().getTime() + days * DAY_SECONDS * 1000),
      released_at: days === 0 ? world.clock() : null,
    });
  });

  it("a tip that is paid counts from the moment at which the provider took the money, not from when we were told", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_DB" });
    const paidAt = world.clock();
    world.time.passSeconds(3 * 3600);
    await tell(world, payment, { paidAt });
    expect(await paymentOf(world, payment.id)).toMatchObject({ settled_at: paidAt });
    expect(await tipOf(world, payment)).toMatchObject({ paid_at: paidAt });
  });

  it("a tip that is paid in yen for a profile in dollars is credited in dollars, and each row keeps its currency", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    const payment = await payTip(world, dollars, { payIn: "JPY", amount: 50_00 });
    expect(await balancesOf(world, dollars)).toEqual({ creator_pending: 50_00 });
    const rows = await world.db
      .selectFrom("ledger_transfer as m")
      .innerJoin("ledger_transaction as t", "t.id", "m.transaction_id")
      .innerJoin("ledger_account as d", "d.id", "m.debit_account")
      .innerJoin("ledger_account as c", "c.id", "m.credit_account")
      .select(["d.code as from", "c.code as to", "m.currency", "m.amount_minor"])
      .where("t.idempotency_key", "=", `pay:${payment.id}:paid`)
      .orderBy("m.seq")
      .execute();
    expect(rows).toEqual([
      { from: "psp_clearing", to: "fx_position", currency: "JPY", amount_minor: payment.charged_minor },
      { from: "fx_position", to: "creator_pending", currency: "USD", amount_minor: 50_00 },
      { from: "fx_position", to: "service_fee_revenue", currency: "USD", amount_minor: 5_00 },
      { from: "fx_position", to: "vat_output", currency: "USD", amount_minor: 95 },
    ]);
  });

  it("a tip that is paid puts its receipt in the outbox, once, where the fan left an address", async () => {
    const payment = await payTip(world, creator, {
      email: "ada@example.org",
      locale: "de",
      message: "Danke",
    });
    await tell(world, payment);
    const mails = await world.db
      .selectFrom("mail_outbox")
      .selectAll()
      .where("dedupe_key", "=", `receipt:${payment.id}`)
      .execute();
    expect(mails).toMatchObject([
      { template: "receipt", locale: "de", recipient: "ada@example.org", status: "QUEUED" },
    ]);
    const anonymous = await payTip(world, creator);
    expect(
      await world.db
        .selectFrom("mail_outbox")
        .selectAll()
        .where("dedupe_key", "=", `receipt:${anonymous.id}`)
        .execute(),
    ).toEqual([]);
  });
});

describe("news of a payment", () => {
  it("news of a payment leads it forward: under way, then paid", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    expect(await tell(world, payment, { state: "OPEN" })).toBe("unchanged");
    expect(await tell(world, payment, { state: "PROCESSING" })).toBe("processing");
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "PROCESSING" });
    expect(await tell(world, payment, { state: "PAID" })).toBe("settled");
    expect(await eventsOf(payment.id)).toEqual(["processing", "settled"]);
  });

  it.each<[ProviderPaymentState, string | null, string]>([
    ["CANCELLED", null, "cancelled"],
    ["EXPIRED", null, "expired"],
    ["FAILED", "card_declined", "declined"],
    ["FAILED", "error", "error"],
  ])("news that a payment is %s (%s) ends it as %s, without money", async (state, failureCode, reason) => {
    const payment = await beginTip(world, creator);
    expect(await tell(world, payment, { state, failureCode })).toBe("failed");
    expect(await paymentOf(world, payment.id)).toMatchObject({
      status: "FAILED",
      failure_reason: reason,
      settled_at: null,
    });
    expect(await tipOf(world, payment)).toMatchObject({ status: "AWAITING_PAYMENT" });
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("news of a payment that comes again, late or in disorder changes nothing", async () => {
    const payment = await payTip(world, creator);
    const before = {
      size: await ledgerSize(world.db),
      payment: await paymentOf(world, payment.id),
      tip: await tipOf(world, payment),
    };
    world.time.passSeconds(60);
    for (const state of ["PAID", "OPEN", "PROCESSING", "FAILED", "CANCELLED", "EXPIRED", "PAID"] as const) {
      expect(await tell(world, payment, { state })).toBe("unchanged");
    }
    const after = {
      size: await ledgerSize(world.db),
      payment: await paymentOf(world, payment.id),
      tip: await tipOf(world, payment),
    };
    expect(after).toEqual(before);
    expect(await eventsOf(payment.id)).toEqual(["settled"]);
  });

  it("news of a payment that nobody here knows changes nothing", async () => {
    const payment = await beginTip(world, creator);
    const before = await ledgerSize(world.db);
    const stranger = { ...snapshotOf(world, payment), paymentId: world.newId() };
    expect(await applySnapshot(world, { ...payment, id: stranger.paymentId }, stranger)).toBe(
      "unknown_payment",
    );
    expect(await ledgerSize(world.db)).toEqual(before);
  });
});

describe("money that comes late", () => {
  it("money that comes late after a failure is real: it is credited", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    await tell(world, payment, { state: "FAILED", failureCode: "expired" });
    expect(await tell(world, payment, { state: "PAID" })).toBe("settled");
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS", failure_reason: null });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
    expect(await eventsOf(payment.id)).toEqual(["failed", "settled"]);
  });

  it("money that comes late revives a tip whose time was over", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB", message: "Hello" });
    world.time.passSeconds(2 * DAY_SECONDS);
    await expireTips(world, world.clock());
    expect(await tipOf(world, payment)).toMatchObject({ status: "EXPIRED" });
    await tell(world, payment, { state: "FAILED" });
    expect(await tell(world, payment, { state: "PAID" })).toBe("settled");
    expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE", message: "Hello" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });
});

describe("money that nobody may keep", () => {
  it("the money of a tip that is paid a second time waits in suspense and is given back", async () => {
    const first = await beginTip(world, creator);
    await tell(world, first, { state: "FAILED" });
    await choosePayment(world, first.tip_id ?? "", creator, { type: "INETCASH_OB" });
    const secondId = world.newId();
    await confirm(world, first.tip_id ?? "", { paymentId: secondId });
    const second = await paymentOf(world, secondId);
    expect(await tell(world, second)).toBe("settled");
    expect(await tell(world, first, { state: "PAID" })).toBe("refunding_second_success");
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
    expect(await paymentOf(world, first.id)).toMatchObject({ status: "REFUNDED", failure_reason: null });
    expect(await tipOf(world, first)).toMatchObject({ status: "ACTIVE" });
    expect(await suspense()).toBe(55_95);
    const [refund] = await refundsOf(first.id);
    expect(refund).toMatchObject({
      status: "REQUESTED",
      amount_minor: 55_95,
      currency: "EUR",
      reason: "second_success",
    });
    await processRefund(world, refund?.id ?? "");
    expect(await suspense()).toBe(0);
    expect(await refundsOf(first.id)).toMatchObject([{ status: "DONE" }]);
  });

  it("a bank takes back all that came, where more came than was ordered", async () => {
    const payment = await beginTip(world, creator);
    const amountMinor = payment.charged_minor + 7;
    const claimed = (state: "OPEN" | "LOST" | "WON") => ({
      ...{ state: "PAID" as const, amountMinor },
      disputes: [{ disputeRef: "dispute-1", state, amountMinor }],
    });
    for (const [state, left] of [
      ["OPEN", amountMinor],
      ["LOST", 0],
      ["WON", amountMinor],
      ["LOST", 0],
    ] as const) {
      await tell(world, payment, claimed(state));
      expect([state, await suspense()]).toEqual([state, left]);
    }
  });

  it("the money of a tip whose creator was locked before it came is given back, and the tip is REFUNDED", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await tell(world, payment)).toBe("refunding_receiver_cannot_receive");
    expect(await tipOf(world, payment)).toMatchObject({ status: "REFUNDED" });
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await tell(world, payment)).toBe("unchanged");
    const refunds = await refundsOf(payment.id);
    expect(refunds).toHaveLength(1);
    await processRefund(world, refunds[0]?.id ?? "");
    expect(await suspense()).toBe(0);
  });

  it("money that nobody may keep is asked back under the refund's own id, so that asking again after a lost answer gives it back once", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    await moveAccount(world, creator.id, ["LOCKED"]);
    await tell(world, payment);
    const [refund] = await refundsOf(payment.id);
    const id = refund?.id ?? "";
    world.provider.failNext("refund", "lost_answer");
    await expect(processRefund(world, id)).rejects.toThrow(/lost/);
    expect(await suspense()).toBe(55_95);
    world.provider.refundsBecome("PENDING");
    await expect(processRefund(world, id)).rejects.toThrow(/under way/);
    world.provider.refundsBecome("DONE");
    await Promise.all([processRefund(world, id), processRefund(world, id)]);
    await processRefund(world, id);
    expect(await suspense()).toBe(0);
    expect(new Set(world.provider.calls.filter((call) => call.startsWith("refund")))).toEqual(
      new Set([`refund ${id}`]),
    );
  });

  it("money that the provider will not give back stays in suspense, where the checks find it after a week", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    await moveAccount(world, creator.id, ["LOCKED"]);
    await tell(world, payment);
    const [refund] = await refundsOf(payment.id);
    world.provider.refundsBecome("FAILED");
    await processRefund(world, refund?.id ?? "");
    expect(await refundsOf(payment.id)).toMatchObject([{ status: "FAILED" }]);
    expect(await suspense()).toBe(55_95);
    const inAWeek = new Date(world.clock().getTime() + 7 * DAY_SECONDS * 1000 + 1);
    expect(await faultsIn(world.db, inAWeek)).toMatchObject({
      "11-suspense-empties": [{ reference: `payment:${payment.id}` }],
    });
  });
});

describe("money that came otherwise than it was asked for", () => {
  it("money of another amount or currency than we asked for credits nobody and goes back as it came", async () => {
    for (const other of [{ amountMinor: 1 }, { currency: "USD" }]) {
      const payment = await beginTip(world, creator);
      expect(await tell(world, payment, other)).toBe("refunding_other_amount");
      expect(await tell(world, payment, other)).toBe("unchanged");
      expect(await balancesOf(world, creator)).toEqual({});
      expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
      const refund = await world.db
        .selectFrom("refunds")
        .select(["amount_minor", "currency", "status"])
        .where("payment_id", "=", payment.id)
        .executeTakeFirst();
      const { charged_minor, charged_currency } = payment;
      expect(refund).toEqual({
        amount_minor: other.amountMinor ?? charged_minor,
        currency: other.currency ?? charged_currency,
        status: "REQUESTED",
      });
    }
  });
});
