import { forEachRow, type RowsOutcome } from "../jobs/jobs.ts";
import { findPayment } from "../payments/payment-record.server.ts";
import { type Providers, whileProviderAnswers } from "../payments/provider-port.ts";
import {
  type FinishRefund,
  listForgottenRefunds,
  markRefund,
  RefundUnderWay,
  sendRefund,
} from "../payments/refunds.server.ts";
import { markRefunded } from "../refunds/provider-refunds.server.ts";
import { lockAllocations } from "../refunds/reversal-amounts.server.ts";
import {
  dropUncoveredRefund,
  finishOfSurplus,
  listForgottenUnknown,
  sendUnknownRefund,
} from "../suspense/surplus-refunds.server.ts";
import { lockTipAndPayment, type TipServices } from "../tips/tip-and-payment.server.ts";
import { applySnapshot, bookBack } from "./apply-snapshot.server.ts";

type RefundServices = TipServices & { providers: Providers };

/**
 * Sends it, follows the answer, and looks the payment up again for waiting disputes and foreign refunds. Safe
 * to repeat.
 */
export async function processRefund(services: RefundServices, refundId: string): Promise<void> {
  if (await dropUncoveredRefund(services, refundId)) return;
  if (await sendUnknownRefund(services, refundId)) return;
  const surplus = finishOfSurplus(services);
  await sendRefund(services, refundId, (askedBy) => (askedBy === "PRODUCT" ? surplus : finishOfTip));
  const refund = await services.db
    .selectFrom("refunds")
    .select("payment_id")
    .where("id", "=", refundId)
    .executeTakeFirst();
  if (!refund) return;
  const payment = await findPayment(services.db, refund.payment_id);
  if (!payment?.provider_ref) return;
  const provider = services.providers.get(payment.provider);
  const snapshot = provider.abilities.looksUp ? await provider.fetch(payment.provider_ref) : null;
  if (snapshot) await applySnapshot(services, payment, snapshot);
}

/** Returns the number ended. */
export async function sendForgottenRefunds(services: RefundServices, olderThan: Date): Promise<RowsOutcome> {
  const forgotten = [
    ...(await listForgottenRefunds(services.db, olderThan)),
    ...(await listForgottenUnknown(services.db, olderThan)),
  ];
  return await forEachRow(
    forgotten,
    ({ id }) => id,
    whileProviderAnswers(async ({ id }) => {
      try {
        await processRefund(services, id);
        return 1;
      } catch (error) {
        if (error instanceof RefundUnderWay) return 0;
        await lookAgainIfEnded(services, id);
        throw error;
      }
    }),
  );
}

/** An ended refund is not listed again, so the look-up gets its own job. */
async function lookAgainIfEnded({ db, jobs }: RefundServices, refundId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .selectFrom("refunds")
      .select("id")
      .where("id", "=", refundId)
      .where("status", "!=", "REQUESTED")
      .executeTakeFirst();
    if (ended) await jobs.enqueue(trx, "payments.refund", { refund_id: refundId });
  });
}

export const finishOfTip: FinishRefund = async (trx, refund, status, now) => {
  const locked = await lockTipAndPayment(trx, refund.payment_id, status === "FAILED" ? "alone" : "shared");
  if (!locked) throw new Error(`payment ${refund.payment_id} is not a tip's`);
  const allocations = status === "FAILED" ? await lockAllocations(trx, refund.payment_id) : [];
  if (!(await markRefund(trx, refund, status, now))) return;
  if (status === "DONE") return await markRefunded(trx, locked, now);

  await bookBack(trx, locked, refund.id, allocations, now);
};
