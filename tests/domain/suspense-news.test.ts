import { afterEach, describe, expect } from "vitest";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { handleProviderEvent, processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { listUnseenFailures } from "../../app/domain/payments/refunds.server.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { findSuspenseCase } from "../../app/domain/suspense/suspense.server.ts";
import { endSuspense } from "../../app/domain/suspense/suspense-exits.server.ts";
import { expireTips } from "../../app/domain/tips/drafts.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import {
  ALL,
  exitsOf,
  platformAccounts,
  refundElsewhere,
  stuckMoney,
  suspenseActs,
} from "../support/money/suspense-world.ts";
import {
  beginTip,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  moveAccount,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

// What providers and banks say of money in suspense (docs/product.md, 4.6): a tip of 50.00 with its fee and VAT is 55.95.
let world: PayoutWorld;
let operator: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 100_00 });
  operator = await makeOperator(world);
  // What goodwill costs, somebody has earned before.
  await earnBefore(world, "EUR", 200_00);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const entryOf = ({ id }: Pick<Payment, "id">) => findSuspenseCase(world.db, id);
const { keep, retry } = suspenseActs(
  () => world,
  () => operator,
);

describe("surplus money that the provider's back office gave back", () => {
  it("it is recognised, each refund once, in parts as well", async () => {
    const payment = await stuckMoney(world);
    await refundElsewhere(world, payment, ["re-1", 20_00]);
    await refundElsewhere(world, payment, ["re-1", 20_00]);
    expect(await entryOf(payment)).toMatchObject({ left_minor: ALL - 20_00 });
    await refundElsewhere(world, payment, ["re-1", 20_00], ["re-2", ALL - 20_00]);
    expect(await platformAccounts(world)).toEqual({});
    expect(await exitsOf(world, payment)).toHaveLength(2);
  });

  it("more than was left is the platform's goodwill", async () => {
    const payment = await stuckMoney(world);
    expect(await keep(payment)).toBe("ended");
    await refundElsewhere(world, payment, ["re-1", 20_00]);
    await refundElsewhere(world, payment, ["re-1", 20_00]);
    expect(await exitsOf(world, payment)).toEqual([
      ["KEPT", ALL, 0],
      ["REFUNDED_ELSEWHERE", 0, 20_00],
    ]);
    expect(await platformAccounts(world)).toEqual({
      psp_clearing: ALL - 20_00,
      breakage_revenue: ALL,
      goodwill: 20_00,
    });
  });

  it("a refund of ours that was refused because of it is looked into at once", async () => {
    const payment = await stuckMoney(world);
    await retry(payment);
    world.provider.change(payment.id, {
      refunds: [{ refundId: "re-1", state: "DONE", amountMinor: ALL }],
    });
    world.provider.failNext("refund", "refused");
    await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
    expect(await exitsOf(world, payment)).toEqual([["REFUNDED_ELSEWHERE", ALL, 0]]);
    expect((await readQueue(world.db, world.clock(), "suspense")).count).toBe(0);
  });

  it("a refund that was refused and made after all is booked once", async () => {
    const payment = await stuckMoney(world);
    const { refund_id } = (await entryOf(payment)) ?? {};
    await refundElsewhere(world, payment, [refund_id ?? "", ALL]);
    await refundElsewhere(world, payment, [refund_id ?? "", ALL]);
    expect(await platformAccounts(world)).toEqual({});
  });

  it("it is recognised when it had gone back before we heard of the money", async () => {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    const refunds = [{ refundId: "re-1", state: "DONE" as const, amountMinor: ALL }];
    await tell(world, payment, { state: "PAID", refunds });
    expect(await exitsOf(world, payment)).toEqual([["REFUNDED_ELSEWHERE", ALL, 0]]);
    world.provider.refundsBecome("FAILED");
    await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
    expect(await platformAccounts(world)).toEqual({});
  });
});

describe("what an operator said before the provider did", () => {
  const said = (payment: Payment) =>
    endSuspense(world, {
      ...{ payment_id: payment.id, operator_id: operator, seen_left_minor: ALL, reason: "By hand" },
      end: { kind: "SUSPENSE_RETURNED", by: "PROVIDER", reference: "typed as re-l" },
    });

  it("money given back at the provider is booked once when the provider tells it later, in parts as well", async () => {
    const payment = await stuckMoney(world);
    await said(payment);
    await refundElsewhere(world, payment, ["re-1", 20_00]);
    await refundElsewhere(world, payment, ["re-1", 20_00], ["re-2", ALL - 20_00]);
    expect(await platformAccounts(world)).toEqual({});
    await refundElsewhere(world, payment, ["re-1", 20_00], ["re-2", ALL - 20_00], ["re-3", 1_00]);
    expect(await platformAccounts(world)).toEqual({ psp_clearing: -1_00, goodwill: 1_00 });
  });

  it("a refund is not sent when the bank has taken the money back meanwhile", async () => {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    await tell(world, payment);
    const { refund_id } = (await entryOf(payment)) ?? {};
    await tellDispute(world, payment, "LOST");
    await processRefund(world, refund_id ?? "");
    expect(world.provider.calls.filter((call) => call.startsWith("refund"))).toEqual([]);
    expect(await platformAccounts(world)).toEqual({});
  });

  it("a refund that the provider is at when the bank takes the money is followed to its end, at our expense", async () => {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    await tell(world, payment);
    const { refund_id } = (await entryOf(payment)) ?? {};
    world.provider.refundsBecome("PENDING");
    await expect(processRefund(world, refund_id ?? "")).rejects.toThrow(/under way/);
    const refunds = [{ refundId: refund_id ?? "", state: "PENDING" as const, amountMinor: ALL }];
    world.provider.change(payment.id, { refunds });
    await tellDispute(world, payment, "LOST");
    world.provider.refundsBecome("DONE");
    await processRefund(world, refund_id ?? "");
    expect(await exitsOf(world, payment)).toEqual([
      ["DISPUTE_LOST", ALL, 0],
      ["REFUNDED", 0, ALL],
    ]);
    expect(await platformAccounts(world)).toEqual({ psp_clearing: -ALL, goodwill: ALL });
  });

  it("money that the bank had taken back before we heard of it is not asked back once more", async () => {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    const disputes = [{ disputeRef: "d-1", state: "LOST" as const, amountMinor: ALL }];
    await tell(world, payment, { state: "PAID", disputes });
    expect(await entryOf(payment)).toMatchObject({ left_minor: 0, refund_id: null });
    expect(await platformAccounts(world)).toEqual({});
  });

  it("refund jobs, retries and news of refunds and disputes at once wait for each other and never in a circle", async () => {
    world.second_operator_from_minor = null;
    for (const round of many(3)) {
      const payment = await stuckMoney(world);
      if (round > 0) await retry(payment);
      const { refund_id } = (await entryOf(payment)) ?? {};
      const refunds = [{ refundId: "re-1", state: "DONE" as const, amountMinor: 20_00 }];
      const ways = [
        () => processRefund(world, refund_id ?? ""),
        () => tell(world, payment, { refunds }),
        () => retry(payment),
        () => tellDispute(world, payment, "OPEN"),
      ];
      await all(many(52), async (index) => void (await ways[index % 4]?.()));
    }
  });
});

describe("a dispute about surplus money", () => {
  it("lost after the money was kept is the platform's loss, and it comes back when it is won", async () => {
    const payment = await stuckMoney(world);
    await keep(payment);
    await tellDispute(world, payment, "LOST");
    expect(await platformAccounts(world)).toEqual({ breakage_revenue: ALL, chargeback_loss: ALL });
    await tellDispute(world, payment, "WON");
    expect(await platformAccounts(world)).toEqual({ psp_clearing: ALL, breakage_revenue: ALL });
  });

  it("lost while a part is left takes that, and the rest is the platform's loss", async () => {
    const payment = await stuckMoney(world);
    await refundElsewhere(world, payment, ["re-1", 20_00]);
    await tellDispute(world, payment, "LOST");
    expect(await platformAccounts(world)).toEqual({ psp_clearing: -20_00, chargeback_loss: 20_00 });
  });

  it("won after it was lost brings the money back to suspense, where it waits for an operator", async () => {
    const payment = await stuckMoney(world);
    await tellDispute(world, payment, "LOST");
    expect((await readQueue(world.db, world.clock(), "suspense")).count).toBe(0);
    await tellDispute(world, payment, "WON");
    expect(await entryOf(payment)).toMatchObject({ left_minor: ALL });
    expect((await readQueue(world.db, world.clock(), "suspense")).count).toBe(1);
    expect(await retry(payment)).toBe("asked");
  });
});

describe("surplus money whose refund failed after it was made", () => {
  const failed = (refundId: string) => ({
    refunds: [{ refundId, amountMinor: ALL, state: "FAILED" as const }],
  });

  it("has seven days again from the day on which its refund failed", async () => {
    const payment = await stuckMoney(world);
    await refundElsewhere(world, payment, ["late", ALL]);
    await mature(world, 20);
    await tell(world, payment, failed("late"));
    expect(await platformAccounts(world)).toEqual({ suspense: ALL, psp_clearing: ALL });
    await expectCleanBooks(world.db, world.clock());
    await mature(world, 8);
    expect(Object.keys(await faultsIn(world.db, world.clock()))).toEqual(["11-suspense-empties"]);
    expect(await retry(payment)).toBe("asked");
    await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
    expect(await platformAccounts(world)).toEqual({});
  });
});

describe("money for a payment that is not in our books", () => {
  /** The provider took money for a payment that was forgotten before. */
  async function stray(): Promise<Payment> {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    for (const days of [1.1, 400]) {
      world.time.passSeconds(days * DAY_SECONDS);
      await expireTips(world, world.clock());
      await sweepRetention({ ...world, log: { error: () => expect.unreachable() } });
    }
    world.provider.change(payment.id, { state: "PAID" });
    return payment;
  }

  async function news(payment: Payment): Promise<string> {
    const id = world.newId();
    await world.db
      .insertInto("provider_webhook_events")
      .values({
        ...{ id, provider: "scripted", event_id: id, kind: "payment.paid", received_at: world.clock() },
        ...{ provider_ref: `ref-${payment.id}`, payment_id: payment.id },
      })
      .execute();
    return await handleProviderEvent(world, id);
  }

  it("a refund that the provider refuses is tried again by an operator, and ends", async () => {
    const payment = await stray();
    expect(await news(payment)).toBe("stray_money_refunding");
    world.provider.failNext("refund", "refused");
    await processRefund(world, payment.id);
    expect(await entryOf(payment)).toMatchObject({ refund_status: "FAILED", is_known: false });
    expect(await retry(payment)).toBe("asked");
    await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
    expect(await exitsOf(world, payment)).toEqual([["REFUNDED", ALL, 0]]);
    expect(await news(payment)).toBe("unchanged");
  });

  it("lies in suspense again when its refund fails after it was made, and is given back anew", async () => {
    const payment = await stray();
    await news(payment);
    await processRefund(world, payment.id);
    expect(await platformAccounts(world)).toEqual({});
    const refunds = [{ refundId: payment.id, state: "FAILED" as const, amountMinor: ALL }];
    world.provider.change(payment.id, { refunds });
    expect([await news(payment), await news(payment)]).toEqual(["stray_money_kept", "unchanged"]);
    expect(await entryOf(payment)).toMatchObject({ left_minor: ALL, refund_status: "FAILED" });
    expect((await readQueue(world.db, world.clock(), "suspense")).count).toBe(1);
    expect(await listUnseenFailures(world.db)).toMatchObject([{ payment_id: payment.id, is_known: false }]);
    expect(await retry(payment)).toBe("asked");
    world.provider.change(payment.id, { refunds: [] });
    await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
    expect(await platformAccounts(world)).toEqual({});
  });

  it("what its provider gave back, and what its bank took back, leaves suspense by the next news", async () => {
    const payment = await stray();
    world.provider.change(payment.id, {
      disputes: [{ disputeRef: "d-1", state: "OPEN", amountMinor: 35_95 }],
    });
    expect(await news(payment)).toBe("stray_money_kept");
    world.provider.change(payment.id, {
      refunds: [{ refundId: "re-1", state: "DONE", amountMinor: 20_00 }],
      disputes: [{ disputeRef: "d-1", state: "LOST", amountMinor: 35_95 }],
    });
    expect([await news(payment), await news(payment)]).toEqual(["stray_money_kept", "unchanged"]);
    expect(await platformAccounts(world)).toEqual({});
  });

  it("nobody ends it or asks for it while its bank does, and what a dispute took comes back when it is won", async () => {
    const payment = await stray();
    const bank = (state: "OPEN" | "LOST" | "WON") =>
      world.provider.change(payment.id, { disputes: [{ disputeRef: "d-1", state, amountMinor: ALL }] });
    bank("OPEN");
    await news(payment);
    world.second_operator_from_minor = null;
    expect([await keep(payment), await retry(payment)]).toEqual(["disputed", "disputed"]);
    expect(await entryOf(payment)).toMatchObject({ is_disputed: true });
    for (const turn of many(2)) {
      bank("LOST");
      await news(payment);
      expect(await entryOf(payment)).toMatchObject({ left_minor: 0, is_disputed: false });
      bank("WON");
      await news(payment);
      expect(await exitsOf(world, payment)).toHaveLength(2 * (turn + 1));
      expect(await entryOf(payment)).toMatchObject({ left_minor: ALL });
    }
    expect(await keep(payment)).toBe("ended");
    bank("LOST");
    await news(payment);
    expect(await platformAccounts(world)).toEqual({ breakage_revenue: ALL, goodwill: ALL });
    bank("WON");
    await news(payment);
    expect(await platformAccounts(world)).toEqual({ psp_clearing: ALL, breakage_revenue: ALL });
  });
});
