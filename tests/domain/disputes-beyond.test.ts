import { afterEach, expect } from "vitest";
import { trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { reconcilePayments } from "../../app/domain/payment-updates/handle-events.server.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createTipWorld,
  earnBefore,
  moveAccount,
  paymentOf,
  payOut,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

// A bank takes back what the fan has had already: that money is gone, and it is the platform's loss, not the creator's.

let world: TipWorld;
let creator: Creator;
let operator: string;

it.beforeAll(async ({ database }) => {
  const earning = createTipWorld(database.db);
  for (const currency of ["EUR", "USD"]) await earnBefore(earning, currency, 1_000_00);
  operator = await makeOperator(earning);
});
it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const standing = async (code: string, currency: string) =>
  (await trialBalance(world.db)).find((row) => row.code === code && row.currency === currency)
    ?.balance_minor ?? 0;

/** How much more stands there after something than before it. */
async function change(codes: readonly string[], currency: string, act: () => Promise<unknown>) {
  const before = await Promise.all(codes.map((code) => standing(code, currency)));
  await act();
  const after = await Promise.all(codes.map((code) => standing(code, currency)));
  return Object.fromEntries(codes.map((code, index) => [code, (after[index] ?? 0) - (before[index] ?? 0)]));
}

const PLATFORM = ["psp_clearing", "chargeback_loss", "service_fee_revenue", "vat_output"];

it("a dispute lost over a payment that was refunded is booked, and given back when it is won after all", async () => {
  const payment = await payTip(world, creator);
  await refund(world, payment, byOperator(operator));
  const lost = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "LOST"));
  const { charged_minor: all } = payment;
  expect(lost).toEqual({ psp_clearing: -all, chargeback_loss: all, service_fee_revenue: 0, vat_output: 0 });
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
  expect(await balancesOf(world, creator)).toEqual({});
  expect(await accountStatus(world, creator)).toBe("ACTIVE");
  const size = await ledgerSize(world.db);
  await tellDispute(world, payment, "LOST");
  expect(await ledgerSize(world.db)).toEqual(size);
  const won = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "WON"));
  expect(won).toMatchObject({ psp_clearing: all, chargeback_loss: -all });
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
  expect(await balancesOf(world, creator)).toEqual({});
});

it("a dispute that is won at once moves nothing", async () => {
  const payment = await payTip(world, creator);
  await refund(world, payment, byOperator(operator));
  await tellDispute(world, payment, "OPEN");
  expect(await change(PLATFORM, "EUR", () => tellDispute(world, payment, "WON"))).toMatchObject({
    psp_clearing: 0,
    chargeback_loss: 0,
  });
});

it("in a dispute over the whole after a part was refunded, the creator bears the rest, the platform the part", async () => {
  const payment = await payTip(world, creator);
  await refund(world, payment, byOperator(operator), 20_00);
  const back = { service_fee_minor: 2_00, vat_minor: 38 };
  const part = 20_00 + back.service_fee_minor + back.vat_minor;
  const lost = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "LOST"));
  expect(lost).toMatchObject({ psp_clearing: -payment.charged_minor, chargeback_loss: part });
  expect(await balancesOf(world, creator)).toEqual({});
});

it("a disputed payment that was charged in another currency is lost in that currency", async () => {
  const payment = await payTip(world, creator, { payIn: "USD" });
  await refund(world, payment, byOperator(operator));
  const { charged_minor: all } = payment;
  const lost = await change(PLATFORM, "USD", () => tellDispute(world, payment, "LOST"));
  expect(lost).toMatchObject({ psp_clearing: -all, chargeback_loss: all });
});

it("a second dispute over the same money takes it once", async () => {
  const payment = await payTip(world, creator);
  await tellDispute(world, payment, "LOST");
  const codes = ["psp_clearing", "chargeback_loss"];
  const again = await change(codes, "EUR", () => tellDispute(world, payment, "LOST", { ref: "dispute-2" }));
  expect(again).toEqual({ psp_clearing: 0, chargeback_loss: 0 });
});

it("disputed money that was credited to nobody is taken out of suspense, and no fee with it", async () => {
  const payment = await beginTip(world, creator);
  await moveAccount(world, creator.id, ["LOCKED"]);
  expect(await tell(world, payment, { state: "PAID" })).toBe("refunding_receiver_cannot_receive");
  const { charged_minor: all } = await paymentOf(world, payment.id);
  const lost = await change([...PLATFORM, "suspense"], "EUR", () => tellDispute(world, payment, "LOST"));
  expect(lost).toEqual({
    ...{ psp_clearing: -all, suspense: -all },
    ...{ chargeback_loss: 0, service_fee_revenue: 0, vat_output: 0 },
  });
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
});

it("a dispute that was won and is then lost takes the money, and gives it back when it is won again", async () => {
  const payment = await payTip(world, creator);
  const { charged_minor: all } = payment;
  await tellDispute(world, payment, "OPEN");
  await tellDispute(world, payment, "WON");
  const lost = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "LOST"));
  expect(lost).toMatchObject({ psp_clearing: -all, chargeback_loss: 0 });
  expect(await balancesOf(world, creator)).toEqual({});
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "CHARGEBACK" });
  const again = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "WON"));
  expect(again).toMatchObject({ psp_clearing: all, chargeback_loss: 0 });
  expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
  await change(PLATFORM, "EUR", () => tellDispute(world, payment, "LOST"));
  expect(await balancesOf(world, creator)).toEqual({});
});

it("of two disputes over all of a payment at once, the lost one takes the money and the won one gives none back", async () => {
  for (const ends of [["LOST", "WON"] as const, ["WON", "LOST"] as const]) {
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "OPEN", { ref: "dispute-2" });
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
    const ended = await change(PLATFORM, "EUR", async () => {
      // The second is the one that found nothing left to hold.
      await tellDispute(world, payment, ends[1], { ref: "dispute-2" });
      await tellDispute(world, payment, ends[0]);
    });
    expect(ended).toMatchObject({ psp_clearing: -payment.charged_minor, chargeback_loss: 0 });
    expect(await balancesOf(world, creator)).toEqual({});
  }
});

it("what a second lost dispute did not take, because the first had it, it takes when the first is won after all", async () => {
  const payment = await payTip(world, creator);
  await tellDispute(world, payment, "LOST");
  await tellDispute(world, payment, "LOST", { ref: "dispute-2" });
  const won = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "WON"));
  expect(won).toMatchObject({ psp_clearing: 0, chargeback_loss: 0 });
  expect(await balancesOf(world, creator)).toEqual({});
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "CHARGEBACK" });
});

it("a refund that the provider's back office made of disputed money is booked, and so is what it gave beyond what was left", async () => {
  const payment = await payTip(world, creator);
  const { charged_minor: all } = payment;
  await tellDispute(world, payment, "OPEN");
  const refunds = [{ refundId: "by-hand", state: "DONE" as const, amountMinor: all }];
  const codes = ["psp_clearing", "goodwill", "chargeback_loss"];
  const refunded = await change(codes, "EUR", () => tell(world, payment, { refunds }));
  expect(refunded).toEqual({ psp_clearing: -all, goodwill: 0, chargeback_loss: 0 });
  expect(await balancesOf(world, creator)).toEqual({});
  refunds.push({ refundId: "by-hand-again", state: "DONE", amountMinor: all });
  const twice = await change(codes, "EUR", async () => {
    for (const _ of ["told", "told again"]) await tell(world, payment, { refunds });
  });
  expect(twice).toEqual({ psp_clearing: -all, goodwill: all, chargeback_loss: 0 });
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
});

it("a tip of a locked creator who was paid out is owed when its dispute is lost, and no debt is left when it is won", async () => {
  const payment = await payTip(world, creator, { type: "INETCASH_OB" });
  await payOut(world, creator);
  await moveAccount(world, creator.id, ["LOCKED"]);
  await tellDispute(world, payment, "LOST");
  expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 50_00 });
  await tellDispute(world, payment, "WON");
  expect([await balancesOf(world, creator), await accountStatus(world, creator)]).toEqual([{}, "LOCKED"]);
});

it("an old answer of the provider that comes after a newer one is put right by the next look", async () => {
  const payment = await payTip(world, creator);
  const is = (state: "WON" | "LOST") =>
    world.provider.change(payment.id, {
      state: "PAID",
      disputes: [{ disputeRef: "dispute-1", state, amountMinor: payment.charged_minor }],
    });
  for (const [now, before] of [["WON", "LOST"] as const, ["LOST", "WON"] as const]) {
    is(now);
    await tellDispute(world, payment, before);
    await tellDispute(world, payment, now);
    await tellDispute(world, payment, before);
    world.time.passSeconds(3600);
    await reconcilePayments(world);
    const status = now === "WON" ? "SUCCESS" : "CHARGEBACK";
    expect(await paymentOf(world, payment.id)).toMatchObject({ status });
  }
});
