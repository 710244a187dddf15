import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { listUnseenFailures, seeRefundFailure } from "../../app/domain/payments/refunds.server.ts";
import { listUnfinishedRefunds } from "../../app/domain/refunds/refunds.server.ts";
import { findSuspenseCase } from "../../app/domain/suspense/suspense.server.ts";
import { findPaymentFacts } from "../../app/domain/tips/payment-search.server.ts";
import { findReceipt } from "../../app/domain/tips/receipt.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { makeOperator, withPayouts } from "../support/money/payout-world.ts";
import { byOperator, refund, refundsOf } from "../support/money/refund-world.ts";
import { movedBy } from "../support/money/settlement-files.ts";
import { ALL, exitsOf, refundElsewhere, stuckMoney, suspenseActs } from "../support/money/suspense-world.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createTipWorld,
  earnBefore,
  mature,
  paymentOf,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";
import { buyVoucher } from "../support/money/vouchers.ts";

// docs/money.md, 5: what a provider tells late, otherwise than before, or of no money at all.

let world: TipWorld;
let creator: Creator;
let operator: string;

it.beforeAll(async ({ database }) => {
  const earning = createTipWorld(database.db);
  await earnBefore(earning, "EUR", 1_000_00);
  operator = await makeOperator(earning);
});
it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

/** What waits at the operators' desk of a payment. */
const unseen = async ({ id }: { id: string }) =>
  (await listUnseenFailures(world.db)).filter(({ payment_id }) => payment_id === id);

const amounts = async (paymentId: string) =>
  await world.db
    .selectFrom("disputes")
    .select(["status", "amount_minor", "charged_minor"])
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();

describe("a dispute that ends over more than it was opened for", () => {
  it("takes what it named last, of the creator and of our fee, and no more than was paid", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    const before = await balancesOf(world, creator);
    expect(before.creator_dispute_hold).toBeLessThan(20_00);
    const moved = await movedBy(world, () => tellDispute(world, payment, "LOST", { amount: 40_00 }));
    expect(moved).toEqual({ "psp_clearing EUR": -40_00 });
    expect(await amounts(payment.id)).toEqual({ status: "LOST", amount_minor: 40_00, charged_minor: 40_00 });
    const again = await ledgerSize(world.db);
    await tellDispute(world, payment, "LOST", { amount: 40_00 });
    expect(await ledgerSize(world.db)).toEqual(again);
  });

  it("takes the rest when it names more after it was lost, and all of it comes back when it is won after all", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const paid = await balancesOf(world, creator);
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    await tellDispute(world, payment, "LOST", { amount: 20_00 });
    const moved = await movedBy(world, () => tellDispute(world, payment, "LOST", { amount: 30_00 }));
    expect(moved).toEqual({ "psp_clearing EUR": -10_00 });
    await expectCleanBooks(world.db, world.clock());
    expect(await movedBy(world, () => tellDispute(world, payment, "WON", { amount: 30_00 }))).toEqual({
      "psp_clearing EUR": 30_00,
    });
    expect(await balancesOf(world, creator)).toEqual(paid);
  });

  it("holds more while it is open, and gives all of it back when it is won", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const paid = await balancesOf(world, creator);
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    await tellDispute(world, payment, "OPEN", { amount: payment.charged_minor });
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
    await tellDispute(world, payment, "WON", { amount: payment.charged_minor });
    expect(await balancesOf(world, creator)).toEqual(paid);
  });

  it("that names more than was paid takes all that was paid, and less than before changes nothing", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    await tellDispute(world, payment, "OPEN", { amount: 10_00 });
    expect(await amounts(payment.id)).toMatchObject({ amount_minor: 20_00 });
    const lost = { amount: payment.charged_minor + 9_00 };
    expect(await movedBy(world, () => tellDispute(world, payment, "LOST", lost))).toEqual({
      "psp_clearing EUR": -payment.charged_minor,
    });
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });
});

describe("a refund that was made and fails days later", () => {
  const failed = (refund: { id: string; amount_minor: number }) => ({
    refunds: [{ refundId: refund.id, state: "FAILED" as const, amountMinor: refund.amount_minor }],
  });
  /** A refund of a part or of all of a tip of 50.00, as its provider made it. */
  async function made(part?: number) {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const paid = await balancesOf(world, creator);
    await refund(world, payment, byOperator(operator), part);
    const [row] = await refundsOf(world, payment);
    if (row?.status !== "DONE") throw new Error("the refund was not made");
    return { payment, paid, row };
  }

  it("goes back to where it was, with its fee and VAT, once, in a state of its own, and the tip counts again", async () => {
    const { payment, paid, row } = await made();
    expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
    const moved = await movedBy(world, () => tell(world, payment, failed(row)));
    expect(moved).toEqual({ "psp_clearing EUR": payment.charged_minor });
    expect(await balancesOf(world, creator)).toEqual(paid);
    expect((await paymentOf(world, payment.id)).status).toBe("SUCCESS");
    const tip = world.db
      .selectFrom("tips")
      .select("status")
      .where("id", "=", payment.tip_id ?? "");
    expect((await tip.executeTakeFirstOrThrow()).status).toBe("ACTIVE");
    const state = world.db
      .selectFrom("refunds")
      .select(["status", "failed_late_at"])
      .where("id", "=", row.id);
    expect(await state.executeTakeFirst()).toEqual({ status: "FAILED", failed_late_at: world.clock() });
    const size = await ledgerSize(world.db);
    await tell(world, payment, failed(row));
    expect(await ledgerSize(world.db)).toEqual(size);
    // The creator, the operator and the fan see it.
    const [unfinished] = await listUnfinishedRefunds(world.db, [payment.tip_id ?? ""]);
    expect(unfinished).toMatchObject({ status: "FAILED_LATE", at: world.clock() });
    expect((await findPaymentFacts(world.db, payment.id))?.refunds).toMatchObject([
      { status: "FAILED", failed_late_at: world.clock() },
    ]);
    expect((await findReceipt(world.db, payment.id, world.clock()))?.came_back).toMatchObject([
      { id: row.id, charged_minor: payment.charged_minor, came_back_at: world.clock(), credit_note: null },
    ]);
  });

  it("of a voucher makes it valid again", async () => {
    const { payment, id } = await buyVoucher(world);
    await refund(world, payment, byOperator(operator));
    const [row] = await refundsOf(world, payment);
    if (!row) throw new Error("the refund was not made");
    await tell(world, payment, failed(row));
    const state = world.db.selectFrom("vouchers").select("status").where("id", "=", id);
    expect(await state.executeTakeFirst()).toEqual({ status: "VALID" });
  });

  it("of a part is the creator's again, and can be refunded anew", async () => {
    const { payment, paid, row } = await made(20_00);
    await tell(world, payment, failed(row));
    expect(await balancesOf(world, creator)).toEqual(paid);
    await refund(world, payment, byOperator(operator));
    expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("is available at once where the tip would be by now", async () => {
    const { payment, row } = await made(20_00);
    await mature(world, 8);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 30_00 });
    await tell(world, payment, failed(row));
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("that the provider names as made beside it stays made", async () => {
    const { payment, row } = await made(20_00);
    const again = { refundId: row.id, state: "DONE" as const, amountMinor: row.amount_minor };
    const size = await ledgerSize(world.db);
    await tell(world, payment, { refunds: [...failed(row).refunds, again] });
    expect(await ledgerSize(world.db)).toEqual(size);
  });

  it("lets an open dispute have what it asks for", async () => {
    const { payment, row } = await made();
    await tellDispute(world, payment, "OPEN");
    expect(await balancesOf(world, creator)).toEqual({});
    await tell(world, payment, failed(row));
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
  });

  it("is the creator's again also when a bank took the money meanwhile, which stays our loss", async () => {
    const { payment, paid, row } = await made();
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "LOST");
    await tell(world, payment, failed(row));
    expect(await balancesOf(world, creator)).toEqual(paid);
  });

  it("made in the provider's back office goes back as well", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const paid = await balancesOf(world, creator);
    const news = { refundId: "back-office", amountMinor: payment.charged_minor };
    await tell(world, payment, { refunds: [{ ...news, state: "DONE" }] });
    expect(await balancesOf(world, creator)).toEqual({});
    await tell(world, payment, { refunds: [{ ...news, state: "FAILED" }] });
    expect(await balancesOf(world, creator)).toEqual(paid);
  });
});

describe("a refund that gave back more than was left and fails days later", () => {
  const news = (refundId: string, amountMinor: number, state: "DONE" | "FAILED") => ({
    refunds: [{ refundId, amountMinor, state }],
  });

  it("is our loss no longer, once, and the rest is the creator's again", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const paid = await balancesOf(world, creator);
    const more = payment.charged_minor + 7_00;
    const out = await movedBy(world, () => tell(world, payment, news("more", more, "DONE")));
    expect(out).toEqual({ "psp_clearing EUR": -more });
    const back = await movedBy(world, () => tell(world, payment, news("more", more, "FAILED")));
    expect(back).toEqual({ "psp_clearing EUR": more });
    expect(await balancesOf(world, creator)).toEqual(paid);
    const { rows } = await sql<{ goodwill: number }>`
      select sum(case a.id when m.debit_account then m.amount_minor else -m.amount_minor end)::bigint as goodwill
      from ledger_transfer m join ledger_transaction t on t.id = m.transaction_id
      join ledger_account a on a.id in (m.debit_account, m.credit_account) and a.code = 'goodwill'
      where t.reference = ${`payment:${payment.id}`}`.execute(world.db);
    expect(rows).toEqual([{ goodwill: 0 }]);
    const size = await ledgerSize(world.db);
    await tell(world, payment, news("more", more, "FAILED"));
    expect(await ledgerSize(world.db)).toEqual(size);
    expect(await unseen(payment)).toMatchObject([{ reference: "more", amount_minor: more, is_known: true }]);
  });

  it("of which nothing was left leaves payment and tip refunded", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await refund(world, payment, byOperator(operator));
    await tell(world, payment, news("again", 10_00, "DONE"));
    const back = await movedBy(world, () => tell(world, payment, news("again", 10_00, "FAILED")));
    expect(back).toEqual({ "psp_clearing EUR": 10_00 });
    expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
  });
});

describe("a refund that failed late, at the operators' desk", () => {
  const waiting = async () => (await readQueue(world.db, world.clock(), "failed-refunds")).count;

  it("waits there until an operator has looked at it, once, and the log says which one", async () => {
    const before = await waiting();
    const payment = await payTip(world, creator, { amount: 50_00 });
    const id = await refund(world, payment, byOperator(operator), 20_00);
    await tell(world, payment, { refunds: [{ refundId: id, state: "FAILED", amountMinor: 22_38 }] });
    const [failure] = await unseen(payment);
    expect(failure).toMatchObject({ reference: id, amount_minor: 22_38, failed_at: world.clock() });
    expect(await waiting()).toBe(before + 1);
    const see = () => seeRefundFailure(world, { id: failure?.id ?? "", operator_id: operator });
    expect((await all(many(4), see)).filter(Boolean)).toHaveLength(1);
    expect(await unseen(payment)).toEqual([]);
    expect(await waiting()).toBe(before);
    const logged = world.db.selectFrom("audit_log").select(["actor_id", "after"]);
    expect(await logged.where("action", "=", "refund_failure.seen").execute()).toEqual([
      { actor_id: operator, after: { reference: id } },
    ]);
    const byCreator = seeRefundFailure(world, { id: failure?.id ?? "", operator_id: creator.id });
    await expect(byCreator).rejects.toThrow();
  });
});

describe("money that fits nothing", () => {
  const { keep, retry, returned } = suspenseActs(
    () => withPayouts(world),
    () => operator,
  );
  const failed = (refundId: string, amountMinor: number) => ({
    refunds: [{ refundId, amountMinor, state: "FAILED" as const }],
  });

  it("lies in suspense again when its refund fails after it was made, once, and can be given back anew", async () => {
    const payment = await stuckMoney(world);
    await retry(payment);
    const { refund_id: id } = (await findSuspenseCase(world.db, payment.id)) ?? {};
    await processRefund(world, id ?? "");
    expect(await findSuspenseCase(world.db, payment.id)).toMatchObject({
      left_minor: 0,
      refund_status: "DONE",
    });
    const queued = (await readQueue(world.db, world.clock(), "suspense")).count;
    const moved = await movedBy(world, () => tell(world, payment, failed(id ?? "", ALL)));
    expect(moved).toEqual({ "psp_clearing EUR": ALL });
    const size = await ledgerSize(world.db);
    await tell(world, payment, failed(id ?? "", ALL));
    expect(await ledgerSize(world.db)).toEqual(size);
    expect(await findSuspenseCase(world.db, payment.id)).toMatchObject({
      left_minor: ALL,
      refund_status: "FAILED",
    });
    expect((await readQueue(world.db, world.clock(), "suspense")).count).toBe(queued + 1);
    expect(await exitsOf(world, payment)).toEqual(
      [
        ["REFUNDED", ALL, 0],
        ["REFUND_FAILED", -ALL, 0],
      ].sort(),
    );
    const rows = await refundsOf(world, payment);
    expect(rows.find((each) => each.id === id)).toMatchObject({
      status: "FAILED",
      failed_late_at: world.clock(),
    });
    expect(await unseen(payment)).toMatchObject([{ reference: id, amount_minor: ALL }]);
    expect(await keep(payment)).toBe("ended");
  });

  it("comes back with what went beyond it, and with what an operator had said of the same refund", async () => {
    const payment = await stuckMoney(world);
    await returned(payment, "PROVIDER");
    await refundElsewhere(world, payment, ["re-1", ALL + 3_00]);
    const moved = await movedBy(world, () => tell(world, payment, failed("re-1", ALL + 3_00)));
    expect(moved).toEqual({ "psp_clearing EUR": ALL + 3_00 });
    expect(await exitsOf(world, payment)).toContainEqual(["REFUND_FAILED", -ALL, -3_00]);
    expect(await findSuspenseCase(world.db, payment.id)).toMatchObject({ left_minor: ALL });
    expect(await keep(payment)).toBe("ended");
  });

  it("stays given back where its provider names the refund as made beside the failure", async () => {
    const payment = await stuckMoney(world);
    await refundElsewhere(world, payment, ["both", ALL]);
    const size = await ledgerSize(world.db);
    const made = { refundId: "both", amountMinor: ALL, state: "DONE" as const };
    await tell(world, payment, { refunds: [...failed("both", ALL).refunds, made] });
    expect(await ledgerSize(world.db)).toEqual(size);
  });

  it("stays what it is by a refund of nothing", async () => {
    const payment = await stuckMoney(world);
    const size = await ledgerSize(world.db);
    const refunds = [{ refundId: "nothing", state: "DONE" as const, amountMinor: 0 }];
    await tell(world, payment, { refunds });
    expect(await ledgerSize(world.db)).toEqual(size);
  });
});

describe("news of no money", () => {
  it("a payment of nothing is not paid, a later one of all is", async () => {
    const payment = await beginTip(world, creator, { amount: 50_00 });
    const size = await ledgerSize(world.db);
    expect(await tell(world, payment, { state: "PAID", amountMinor: 0 })).toBe("no_amount");
    expect(await ledgerSize(world.db)).toEqual(size);
    expect((await paymentOf(world, payment.id)).status).not.toBe("SUCCESS");
    await tell(world, payment, { state: "PAID", amountMinor: payment.charged_minor });
    expect((await paymentOf(world, payment.id)).status).toBe("SUCCESS");
  });

  it("a refund of nothing and a dispute about nothing leave no trace", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const size = await ledgerSize(world.db);
    const refunds = [{ refundId: "nothing", state: "DONE" as const, amountMinor: 0 }];
    expect(await tell(world, payment, { refunds })).toBe("unchanged");
    expect(await tellDispute(world, payment, "OPEN", { amount: 0 })).toBe("unchanged");
    expect(await tellDispute(world, payment, "LOST", { amount: 0 })).toBe("unchanged");
    expect(await ledgerSize(world.db)).toEqual(size);
    const disputes = world.db.selectFrom("disputes").select("id").where("payment_id", "=", payment.id);
    expect(await disputes.execute()).toEqual([]);
  });

  it("a dispute that is known ends as it is told, over what it named, when its end names no amount", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    expect(await tellDispute(world, payment, "LOST", { amount: 0 })).toBe("dispute_lost");
    expect(await amounts(payment.id)).toEqual({ status: "LOST", amount_minor: 20_00, charged_minor: 20_00 });
  });
});
