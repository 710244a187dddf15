import { forEachRow, type RowsOutcome } from "../../jobs/jobs.server.ts";
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
  listForgottenStrays,
  sendStrayRefund,
} from "../suspense/surplus-refunds.server.ts";
import { lockTipAndPayment, type TipServices } from "../tips/tip-and-payment.server.ts";
import { applyPaymentUpdate, bookBack } from "./apply-snapshot.server.ts";

type RefundServices = TipServices & { providers: Providers };

/**
 * The job of a refund: asks the provider, with the refund's id as the key, and follows its answer; then looks at the
 * payment again, since a dispute may have waited for the refund, or it was refused because the money went back by the
 * provider's own back office. Done again from anywhere, it comes to the same end.
 */
export async function processRefund(services: RefundServices, refundId: string): Promise<void> {
  if (await dropUncoveredRefund(services, refundId)) return;
  if (await sendStrayRefund(services, refundId)) return;
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
  if (snapshot) await applyPaymentUpdate(services, payment, snapshot);
}

/**
 * Asks again for what was asked for long ago and never answered, and returns how many refunds came to an end. One that
 * the provider is still at is asked for again in the next run; one that fails holds up no other.
 */
export async function sendForgottenRefunds(services: RefundServices, olderThan: Date): Promise<RowsOutcome> {
  const forgotten = [
    ...(await listForgottenRefunds(services.db, olderThan)),
    ...(await listForgottenStrays(services.db, olderThan)),
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

/** A refund that has ended is not listed again: the look at its payment that failed gets a job of its own. */
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

/** The provider has answered: the refund is through, or all that it took goes back to where it was. */
export const finishOfTip: FinishRefund = async (trx, refund, status, now) => {
  const locked = await lockTipAndPayment(trx, refund.payment_id, status === "FAILED" ? "alone" : "shared");
  if (!locked) throw new Error(`payment ${refund.payment_id} is not a tip's`);
  const allocations = status === "FAILED" ? await lockAllocations(trx, refund.payment_id) : [];
  if (!(await markRefund(trx, refund, status, now))) return;
  if (status === "DONE") return await markRefunded(trx, locked, now);

  await bookBack(trx, locked, refund.id, allocations, now);
};
