import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { repayFromAvailable } from "../earnings/maturing.server.ts";
import { cause } from "../ledger/cause.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import {
  type RefundPart,
  refundBeyondFailed,
  refundFailed,
  releasedAfterRefund,
} from "../ledger/rules/refund-posting-rules.ts";
import { minor } from "../money/minor.ts";
import type { RefundSnapshot } from "../payments/provider-port.ts";
import { failedNames, recordRefundFailure } from "../payments/refund-failures.server.ts";
import { markFailedLate } from "../payments/refunds.server.ts";
import { markRefunded } from "../refunds/provider-refunds.server.ts";
import { currencyOf, lockAllocations } from "../refunds/reversal-amounts.server.ts";
import { recountWaiting } from "../rollups/waiting-totals.server.ts";
import { returnToReview } from "../tips/review.server.ts";
import type { TipAndPayment } from "../tips/tip-and-payment.server.ts";
import { restateVoucher } from "../vouchers/move-voucher.server.ts";

/**
 * Refunds that were made and fail days later: the provider has the money again, so all that they took goes back to where
 * it was, and payment and tip stand as before; what they gave beyond the rest is our loss no longer. One that its provider
 * names twice, and once as made, stays. The caller holds the creators alone. Returns whether there was one.
 */
export async function failDoneRefunds(
  trx: Transaction<DB>,
  services: { newId: () => string },
  locked: TipAndPayment,
  refunds: readonly RefundSnapshot[],
  now: Date,
): Promise<boolean> {
  const { payment, tip } = locked;
  const names = failedNames(refunds);
  if (names.length === 0) return false;
  const made = await trx
    .selectFrom("refunds")
    .select(["id", "provider_refund_ref", "amount_minor"])
    .where("payment_id", "=", payment.id)
    .where("status", "=", "DONE")
    .where("asked_by", "<>", "PRODUCT")
    .where((eb) =>
      eb.or([eb(eb.cast<string>("id", "text"), "in", names), eb("provider_refund_ref", "in", names)]),
    )
    .orderBy("id")
    .execute();
  const beyond = await failBeyond(trx, payment, names, now);
  const allocations = made.length > 0 ? await lockAllocations(trx, payment.id) : [];
  for (const refund of made) {
    await markFailedLate(trx, { id: refund.id, payment_id: payment.id }, now);
    await bookBack(trx, locked, refund.id, allocations, now);
  }
  for (const reference of names) {
    const ofName = made.filter((each) => each.id === reference || each.provider_refund_ref === reference);
    const amounts = [...ofName.map((each) => each.amount_minor), beyond.get(reference) ?? 0];
    const amount_minor = minor(amounts.reduce((sum, each) => sum + each, 0));
    const facts = { payment_id: payment.id, reference, currency: payment.charged_currency, amount_minor };
    if (amount_minor > 0) await recordRefundFailure(trx, { id: services.newId(), ...facts }, now);
  }
  if (made.length === 0) return beyond.size > 0;
  if (payment.status === "REFUNDED")
    await trx.updateTable("payments").set({ status: "SUCCESS" }).where("id", "=", payment.id).execute();
  if (tip && payment.status !== "CHARGEBACK") await returnToReview(trx, tip.id, "REFUNDED", now);
  const status = payment.status === "REFUNDED" ? "SUCCESS" : payment.status;
  await markRefunded(trx, { ...locked, payment: { ...payment, status } }, now);
  return true;
}

/** What refunds of these names gave beyond the rest comes back from goodwill, once. Returns how much, by name. */
async function failBeyond(
  trx: Transaction<DB>,
  payment: TipAndPayment["payment"],
  names: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom("refunds_beyond as b")
    .innerJoin("ledger_transaction as t", (join) =>
      join.onRef("t.cause_id", "=", "b.id").on("t.kind", "=", "refund_beyond"),
    )
    .select(["b.id", "b.provider_refund_ref", "b.amount_minor", "t.id as transaction_id"])
    .where("b.payment_id", "=", payment.id)
    .where("b.provider_refund_ref", "in", [...names])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refund_failures as f")
            .select("f.id")
            .whereRef("f.payment_id", "=", "b.payment_id")
            .whereRef("f.reference", "=", "b.provider_refund_ref"),
        ),
      ),
    )
    .orderBy("b.id")
    .execute();
  const postings = rows.map((row) =>
    refundBeyondFailed(row, payment, minor(row.amount_minor), row.transaction_id, now),
  );
  await post(trx, postings, now);
  return new Map(rows.map((row) => [row.provider_refund_ref, row.amount_minor]));
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
