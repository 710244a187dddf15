import { afterEach, describe, expect } from "vitest";
import {
  processRefund,
  sendForgottenRefunds,
} from "../../app/domain/payment-updates/handle-events.server.ts";
import { expectCleanBooks, expectCleanEnd, ledgerSize } from "../support/database/ledger-checks.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import { test as it } from "../support/domain-test.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { askRefund, by, byOperator, quoteOf, refund, refundsOf } from "../support/money/refund-world.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  moveAccount,
  paymentOf,
  payOut,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
  tipOf,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;
let operator: string;

it.beforeAll(async ({ database }) => {
  const earning = createTipWorld(database.db);
  // Goodwill and debts are the platform's to bear.
  for (const currency of ["EUR", "USD", "GBP"]) await earnBefore(earning, currency, 10_000_00);
  operator = await makeOperator(earning);
});
it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanEnd(world));

const days = (count: number) => mature(world, count);
const countOf = async () =>
  (
    await world.db
      .selectFrom("daily_tip_totals")
      .select("tips_count")
      .where("creator_id", "=", creator.id)
      .executeTakeFirst()
  )?.tips_count;

describe("a refund of the whole tip", () => {
  it("a refund of the whole tip takes what waits, and payment and tip are REFUNDED and uncounted once the provider has paid", async () => {
    const payment = await payTip(world, creator);
    expect(await countOf()).toBe(1);
    const id = await askRefund(world, payment, by(creator));
    // From here on nobody can be paid out with it.
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS" });
    await expectCleanBooks(world.db, world.clock());
    await processRefund(world, id);
    expect(world.provider.calls).toContain(`refund ${id}`);
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    expect(await tipOf(world, payment)).toMatchObject({ status: "REFUNDED" });
    expect(await countOf()).toBe(0);
    expect(await refundsOf(world, payment)).toMatchObject([
      { status: "DONE", amount_minor: 55_95, tip_minor: 50_00, service_fee_minor: 5_00, vat_minor: 95 },
    ]);
    expect(await askRefund(world, payment, byOperator(operator))).toBe("nothing_left");
  });

  it("a refund of the whole tip that has matured is taken from what is available", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await refund(world, payment, by(creator));
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("a refund of the whole tip takes its own waiting money alone, and the rest from what is available", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await days(7);
    await payOut(world, creator);
    await payTip(world, creator, { amount: 80_00 });
    expect(await askRefund(world, payment, by(creator))).toBe("not_enough");
    await payTip(world, creator, { amount: 60_00, type: "INETCASH_OB" });
    await refund(world, payment, by(creator));
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 80_00, creator_available: 10_00 });
  });

  it("a refund of the whole tip shows its effects before, and changes nothing by showing them", async () => {
    const payment = await payTip(world, creator);
    const before = await ledgerSize(world.db);
    expect(await quoteOf(world, payment, by(creator), 20_00)).toMatchObject({
      outcome: "quoted",
      plan: {
        ...{ tip_minor: 20_00, service_fee_minor: 2_00, vat_minor: 38, charged_minor: 22_38 },
        ...{ from_pending_minor: 20_00, from_available_minor: 0, goodwill_minor: 0, left_minor: 50_00 },
      },
    });
    expect(await ledgerSize(world.db)).toEqual(before);
  });
});

describe("a refund of a part", () => {
  it("a refund of a part leaves the payment SUCCESS, and only the rest matures", async () => {
    const payment = await payTip(world, creator);
    await refund(world, payment, byOperator(operator), 20_00);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 30_00 });
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS" });
    expect(await countOf()).toBe(1);
    await days(7);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 30_00 });
    await refund(world, payment, byOperator(operator), 10_00);
    await refund(world, payment, byOperator(operator));
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
  });

  it("a refund of a part and a dispute over the rest take the whole, no cent more", async () => {
    const payment = await payTip(world, creator, { amount: 33_33 });
    await refund(world, payment, by(creator), 11_11);
    const [part] = await refundsOf(world, payment);
    const rest = payment.charged_minor - (part?.amount_minor ?? 0);
    await tellDispute(world, payment, "OPEN", { amount: rest });
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 22_22 });
    expect(await askRefund(world, payment, byOperator(operator))).toBe("disputed");
    await tellDispute(world, payment, "LOST", { amount: rest });
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await askRefund(world, payment, byOperator(operator))).toBe("charged_back");
    await tellDispute(world, payment, "WON", { amount: rest });
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 22_22 });
    await refund(world, payment, by(creator));
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
  });

  it("a refund of a part during a dispute over the whole charge leaves the dispute only the rest to take", async () => {
    const payment = await payTip(world, creator);
    await refund(world, payment, by(creator), 20_00);
    await tellDispute(world, payment, "LOST");
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });
});

describe("a refund is refused", () => {
  it("a refund is refused to anybody else, for another amount than there is, and where the page was older", async () => {
    const payment = await payTip(world, creator);
    const other = await createCreator(world);
    expect(await askRefund(world, payment, by(other))).toBe("unknown");
    expect(await askRefund(world, payment, by(creator), 50_01)).toBe("too_much");
    expect(await askRefund(world, payment, by(creator), 0)).toBe("too_small");
    expect(await askRefund(world, payment, by(creator), -1)).toBe("too_small");
    expect(await askRefund(world, payment, by(creator), 10_00, 40_00)).toBe("changed");
    expect(await refundsOf(world, payment)).toEqual([]);
  });

  it("a refund of a payment that was not paid is refused", async () => {
    const payment = await beginTip(world, creator);
    expect(await askRefund(world, payment, by(creator))).toBe("not_paid");
    expect(await askRefund({ ...world }, { ...payment, id: world.newId() }, by(creator), 1, 1)).toBe(
      "unknown",
    );
  });

  it("a refund is refused to creators who are locked, and after 30 days; not to operators", async () => {
    const payment = await payTip(world, creator);
    await days(30);
    expect((await quoteOf(world, payment, by(creator))).outcome).toBe("quoted");
    world.time.passSeconds(1);
    expect(await askRefund(world, payment, by(creator))).toBe("too_late");
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await askRefund(world, payment, by(creator))).toBe("locked");
    await refund(world, payment, byOperator(operator));
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("a refund is refused where the creator has too little; goodwill is an operator's own decision", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await payOut(world, creator);
    await payTip(world, creator, { amount: 15_00, type: "INETCASH_OB" });
    expect(await askRefund(world, payment, by(creator))).toBe("not_enough");
    expect(await askRefund(world, payment, byOperator(operator))).toBe("not_enough");
    await refund(world, payment, byOperator(operator, true));
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await refundsOf(world, payment)).toMatchObject([{ goodwill_minor: 35_00, tip_minor: 50_00 }]);
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });
});

describe("the provider", () => {
  it("a refund that the provider refuses goes back to where it was, and the creator may try again", async () => {
    const payment = await payTip(world, creator);
    world.provider.failNext("refund", "refused");
    const id = await askRefund(world, payment, by(creator));
    await processRefund(world, id);
    expect(await refundsOf(world, payment)).toMatchObject([{ status: "FAILED" }]);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE" });
    await refund(world, payment, by(creator));
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
  });

  it("a refund that the provider refuses after the day of maturing makes what waited available", async () => {
    const payment = await payTip(world, creator);
    world.provider.refundsBecome("FAILED");
    const id = await askRefund(world, payment, by(creator), 20_00);
    await days(8);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 30_00 });
    await processRefund(world, id);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a refund that the provider refuses after the creator came to owe repays first", async () => {
    const paidOut = await payTip(world, creator, { amount: 30_00 });
    await days(7);
    await payOut(world, creator);
    const payment = await payTip(world, creator, { amount: 50_00, type: "INETCASH_OB" });
    world.provider.failNext("refund", "refused");
    const id = await askRefund(world, payment, by(creator));
    await tellDispute(world, paidOut, "LOST");
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    await processRefund(world, id);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 20_00 });
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });

  it("a provider that is unreachable, answers late or whose answer is lost is asked again with the same key, and nothing is posted twice", async () => {
    const payment = await payTip(world, creator);
    const id = await askRefund(world, payment, by(creator));
    const posted = await ledgerSize(world.db);
    for (const how of ["unavailable", "lost_answer"] as const) {
      world.provider.failNext("refund", how);
      await expect(processRefund(world, id)).rejects.toThrow(/scripted/);
    }
    world.provider.refundsBecome("PENDING");
    await expect(processRefund(world, id)).rejects.toThrow(/under way/);
    expect(await refundsOf(world, payment)).toMatchObject([{ status: "REQUESTED" }]);
    const nothing = { done: 0, failed: [] };
    expect(await sendForgottenRefunds(world, world.clock())).toEqual(nothing);
    world.time.passSeconds(DAY_SECONDS);
    expect(await sendForgottenRefunds(world, world.clock())).toEqual(nothing);
    world.provider.refundsBecome("DONE");
    expect(await sendForgottenRefunds(world, world.clock())).toEqual({ done: 1, failed: [] });
    await Promise.all([processRefund(world, id), processRefund(world, id)]);
    expect(await refundsOf(world, payment)).toMatchObject([{ id, status: "DONE" }]);
    expect(await ledgerSize(world.db)).toEqual(posted);
    expect(new Set(world.provider.calls.filter((call) => call.startsWith("refund")))).toEqual(
      new Set([`refund ${id}`]),
    );
  });

  it("a refund without a known end that fails at the provider is named, and holds up no other", async () => {
    const [stuck, other] = [await payTip(world, creator), await payTip(world, creator)];
    const id = await askRefund(world, stuck, by(creator));
    await askRefund(world, other, by(creator));
    world.time.passSeconds(DAY_SECONDS);
    const failed = [{ key: id, error: REFUSAL }];
    await whileRefused(world.db, { table: "refunds", event: "update", id }, async () => {
      expect(await sendForgottenRefunds(world, world.clock())).toEqual({ done: 1, failed });
    });
    expect(await refundsOf(world, other)).toMatchObject([{ status: "DONE" }]);
    expect(await sendForgottenRefunds(world, world.clock())).toEqual({ done: 1, failed: [] });
    expect(await refundsOf(world, stuck)).toMatchObject([{ status: "DONE" }]);
  });

  it("a dispute that the provider reports while a refund is under way waits for the refund's end", async () => {
    const payment = await payTip(world, creator);
    const id = await askRefund(world, payment, by(creator));
    expect(await tellDispute(world, payment, "OPEN")).toBe("dispute_waits_for_refund");
    world.provider.failNext("refund", "refused");
    const disputes = [
      { disputeRef: "dispute-1", state: "OPEN" as const, amountMinor: payment.charged_minor },
    ];
    world.provider.change(payment.id, { state: "PAID", disputes });
    // The end of the refund brings the look that finds the dispute.
    await processRefund(world, id);
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
  });

  it("refunds of the provider's own back office are each recorded once", async () => {
    const payment = await payTip(world, creator);
    const own = await refund(world, payment, by(creator), 10_00);
    const theirs = { refundId: "their-1", state: "DONE" as const, amountMinor: 22_38 };
    const known = { refundId: own, state: "DONE" as const, amountMinor: 11_19 };
    const open = { refundId: "their-2", state: "PENDING" as const, amountMinor: 5_00 };
    const refunds = [known, theirs, open];
    expect(await tell(world, payment, { refunds })).toBe("refund_taken_in");
    expect(await tell(world, payment, { refunds })).toBe("unchanged");
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 20_00 });
    const rest = { refundId: "their-3", state: "DONE" as const, amountMinor: 22_38 };
    await tell(world, payment, { refunds: [...refunds, rest] });
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    expect(await countOf()).toBe(0);
    expect(await refundsOf(world, payment)).toHaveLength(3);
  });

  it("a refund that the provider refused and paid all the same is recorded, once", async () => {
    const payment = await payTip(world, creator);
    world.provider.failNext("refund", "refused");
    const refundId = await askRefund(world, payment, by(creator), 10_00);
    await processRefund(world, refundId);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    const refunds = [{ refundId, state: "DONE" as const, amountMinor: 11_19 }];
    expect(await tell(world, payment, { refunds })).toBe("refund_taken_in");
    expect(await tell(world, payment, { refunds })).toBe("unchanged");
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 40_00 });
  });

  it("a refund by the provider of money that the creator no longer has is paid by the platform", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await payOut(world, creator);
    const refunds = [{ refundId: "their-1", state: "DONE" as const, amountMinor: 55_95 }];
    await Promise.all([tell(world, payment, { refunds }), tell(world, payment, { refunds })]);
    expect(await refundsOf(world, payment)).toMatchObject([{ goodwill_minor: 50_00, asked_by: "PROVIDER" }]);
    expect(await balancesOf(world, creator)).toEqual({});
  });
});
