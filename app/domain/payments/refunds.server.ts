import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../jobs/jobs.server.ts";
import { post } from "../ledger/ledger.server.ts";
import { suspenseRefunded } from "../ledger/posting-rules.ts";
import { minor } from "../money/minor.ts";
import { type Payment, recordPaymentEvent } from "./payments.server.ts";
import { type PaymentProvider, ProviderRefused } from "./provider-port.ts";

/** Why money that arrived is given back whole, without anybody having been credited. */
export type SurplusReason = "second_success" | "receiver_cannot_receive" | "other_amount";

/** Asks for the refund of a whole payment that lies in suspense; the job that asks the provider comes with it. */
export async function openRefund(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  payment: Pick<Payment, "id" | "charged_minor" | "charged_currency">,
  reason: SurplusReason,
  now: Date,
): Promise<void> {
  const id = services.newId();
  await trx
    .insertInto("refunds")
    .values({
      id,
      payment_id: payment.id,
      reason,
      status: "REQUESTED",
      amount_minor: payment.charged_minor,
      currency: payment.charged_currency,
      requested_at: now,
    })
    .execute();
  await services.jobs.enqueue(trx, "payments.refund", { refund_id: id });
}

/**
 * The job of a refund out of suspense. The refund's id is the provider's idempotency key, so asking again after an
 * unknown outcome is harmless. Posted once the provider says that the money left.
 */
export async function sendRefund(
  services: { db: Kysely<DB>; provider: PaymentProvider; clock: () => Date },
  refundId: string,
): Promise<void> {
  const { db, provider } = services;
  const refund = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.status", "r.amount_minor", "r.currency", "r.payment_id", "p.provider_ref"])
    .where("r.id", "=", refundId)
    .executeTakeFirst();
  if (refund?.status !== "REQUESTED" || refund.provider_ref === null) return;
  const answer = await provider
    .refund({
      refundId,
      providerRef: refund.provider_ref,
      amountMinor: refund.amount_minor,
      currency: refund.currency,
    })
    .catch((error: unknown) => {
      if (error instanceof ProviderRefused) return { state: "FAILED" as const };
      throw error;
    });
  // Not through yet: the job fails, and asks again later with the same key.
  if (answer.state === "PENDING") throw new Error(`refund ${refundId} is still under way`);
  const now = services.clock();
  await db.transaction().execute(async (trx) => {
    const status = answer.state === "DONE" ? "DONE" : "FAILED";
    const moved = await trx
      .updateTable("refunds")
      .set({ status, done_at: now })
      .where("id", "=", refundId)
      .where("status", "=", "REQUESTED")
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    if (status === "DONE") {
      await post(
        trx,
        [suspenseRefunded(refundId, refund.payment_id, refund.currency, minor(refund.amount_minor), now)],
        now,
      );
    }
    await recordPaymentEvent(
      trx,
      refund.payment_id,
      `refund_${status.toLowerCase()}`,
      { refund_id: refundId },
      now,
    );
  });
}
