import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { repayFromAvailable } from "../earnings/earnings.server.ts";
import { cause, lockBalances, post } from "../ledger/ledger.server.ts";
import { type RefundPart, refundFailed, releasedAfterRefund } from "../ledger/rules/refund-posting-rules.ts";
import { minor } from "../money/minor.ts";
import { markFailedLate } from "../payments/payments.server.ts";
import type { RefundSnapshot } from "../payments/provider-port.ts";
import { currencyOf, lockAllocations, markRefunded } from "../refunds/refunds.server.ts";
import { recountWaiting } from "../rollups/rollups.server.ts";
import { returnToReview, type TipAndPayment } from "../tips/tips.server.ts";
import { restateVoucher } from "../vouchers/vouchers.server.ts";

/**
 * Refunds that were made and fail days later: the provider has the money again, so all that they took goes back to where
 * it was, and payment and tip stand as before. One that its provider names twice, and once as made, stays. The caller
 * holds the creators alone. Returns whether there was one.
 */
export async function failDoneRefunds(
  trx: Transaction<DB>,
  locked: TipAndPayment,
  refunds: readonly RefundSnapshot[],
  now: Date,
): Promise<boolean> {
  const { payment, tip } = locked;
  const isMade = (name: string) => refunds.some((each) => each.refundId === name && each.state !== "FAILED");
  const names = refunds.map(({ refundId }) => refundId).filter((name) => !isMade(name));
  if (names.length === 0) return false;
  const made = await trx
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", payment.id)
    .where("status", "=", "DONE")
    .where("asked_by", "<>", "PRODUCT")
    .where((eb) =>
      eb.or([eb(eb.cast<string>("id", "text"), "in", names), eb("provider_refund_ref", "in", names)]),
    )
    .orderBy("id")
    .execute();
  if (made.length === 0) return false;
  const allocations = await lockAllocations(trx, payment.id);
  for (const refund of made) {
    await markFailedLate(trx, { id: refund.id, payment_id: payment.id }, now);
    await bookBack(trx, locked, refund.id, allocations, now);
  }
  if (payment.status === "REFUNDED")
    await trx.updateTable("payments").set({ status: "SUCCESS" }).where("id", "=", payment.id).execute();
  if (tip && payment.status !== "CHARGEBACK") await returnToReview(trx, tip.id, "REFUNDED", now);
  const status = payment.status === "REFUNDED" ? "SUCCESS" : payment.status;
  await markRefunded(trx, { ...locked, payment: { ...payment, status } }, now);
  return true;
}

/** Posts the mirror of a refund, releases what would be available by now, and repays what is owed of it. */
export async function bookBack(
  trx: Transaction<DB>,
  { payment, voucher }: TipAndPayment,
  refundId: string,
  allocations: readonly { id: string; is_released: boolean }[],
  now: Date,
): Promise<void> {
  const parts = await listParts(trx, refundId);
  const currency = currencyOf(parts);
  if (currency !== null)
    await lockBalances(
      trx,
      parts.map((part) => part.creator_id),
      currency,
    );
  const facts = await trx
    .selectFrom("refunds as r")
    .innerJoin("ledger_transaction as t", (join) =>
      join.onRef("t.cause_id", "=", "r.id").on("t.kind", "=", "tip_refunded"),
    )
    .select(["r.tip_minor", "r.service_fee_minor", "r.vat_minor", "r.amount_minor"])
    .select("t.id as transaction_id")
    .where("r.id", "=", refundId)
    .executeTakeFirstOrThrow();
  const returned = {
    tip_minor: minor(facts.tip_minor),
    service_fee_minor: minor(facts.service_fee_minor),
    vat_minor: minor(facts.vat_minor),
    charged_minor: minor(facts.amount_minor),
  };
  const isReleased = (part: RefundPart) =>
    allocations.some((each) => each.id === part.allocation_id && each.is_released);
  await post(
    trx,
    [
      refundFailed(refundId, payment, parts, returned, facts.transaction_id, now),
      ...parts.filter(isReleased).map((part) => releasedAfterRefund(refundId, part, now)),
    ],
    now,
  );
  for (const part of parts) {
    const credited = minor(part.from_available_minor + (isReleased(part) ? part.from_pending_minor : 0));
    const { creator_id } = part;
    const credit = {
      ...{ name: `${refundId}:${creator_id}`, cause: cause("refund", refundId, creator_id) },
      ...{ creator_id, currency: part.currency },
    };
    await repayFromAvailable(trx, credit, credited, now);
  }
  await recountWaiting(trx, payment.id);
  if (voucher) await restateVoucher(trx, voucher, now);
}

async function listParts(db: Kysely<DB>, refundId: string): Promise<RefundPart[]> {
  const rows = await db
    .selectFrom("refund_parts as r")
    .innerJoin("tip_allocations as a", "a.id", "r.allocation_id")
    .select([
      "r.allocation_id",
      "a.creator_id",
      "a.currency",
      "a.pending_shard",
      "r.amount_minor",
      "r.from_pending_minor",
    ])
    .select(["r.from_available_minor", "r.goodwill_minor"])
    .where("r.refund_id", "=", refundId)
    .orderBy("a.creator_id")
    .execute();
  return rows.map(({ pending_shard, ...row }) => ({
    ...row,
    shard: pending_shard ?? 0,
    amount_minor: minor(row.amount_minor),
    from_pending_minor: minor(row.from_pending_minor),
    from_available_minor: minor(row.from_available_minor),
    goodwill_minor: minor(row.goodwill_minor),
  }));
}
