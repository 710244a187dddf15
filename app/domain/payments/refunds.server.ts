import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { post } from "../ledger/ledger.server.ts";
import { suspenseRefunded } from "../ledger/rules/posting-rules.ts";
import { minor } from "../money/minor.ts";
import { type Payment, recordPaymentEvent } from "./payment-record.server.ts";
import { ProviderRefused, type Providers } from "./provider-port.ts";

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

/** A refund that the provider was asked for. */
export interface SentRefund {
  id: string;
  payment_id: string;
  /** Of the payment: who took the money gives it back. */
  provider: string;
  amount_minor: number;
  currency: string;
}

/** What follows from the provider's answer, in a transaction of its own. */
export type FinishRefund = (
  trx: Transaction<DB>,
  refund: SentRefund,
  status: "DONE" | "FAILED",
  now: Date,
) => Promise<void>;

/** The provider has not finished a refund yet. */
export class RefundUnderWay extends Error {
  constructor(refundId: string) {
    super(`refund ${refundId} is still under way`);
  }
}

/**
 * The job of a refund. The refund's id is the provider's idempotency key, so asking again after an unknown outcome is
 * harmless. Money out of suspense is posted once the provider says that it left; what follows of a settled tip's refund
 * is the tips' matter, and comes in as `finishOfTip`.
 */
export async function sendRefund(
  services: { db: Kysely<DB>; providers: Providers; clock: () => Date },
  refundId: string,
  finishOfTip?: FinishRefund,
): Promise<void> {
  const { db, providers } = services;
  const refund = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.status", "r.asked_by", "r.amount_minor", "r.currency", "r.payment_id"])
    .select(["p.provider", "p.provider_ref"])
    .where("r.id", "=", refundId)
    .executeTakeFirst();
  if (refund?.status !== "REQUESTED" || refund.provider_ref === null) return;
  const finish = refund.asked_by === "PRODUCT" ? finishOfSuspense : finishOfTip;
  if (!finish) throw new Error(`refund ${refundId} is of a settled tip`);
  const answer = await providers
    .get(refund.provider)
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
  if (answer.state === "PENDING") throw new RefundUnderWay(refundId);
  const status = answer.state;
  const now = services.clock();
  await db.transaction().execute((trx) => finish(trx, refund, status, now));
}

/** Puts down how a refund ended; false when it was put down already. */
export async function markRefund(
  trx: Transaction<DB>,
  refund: Pick<SentRefund, "id" | "payment_id">,
  status: "DONE" | "FAILED",
  now: Date,
): Promise<boolean> {
  const moved = await trx
    .updateTable("refunds")
    .set({ status, done_at: now })
    .where("id", "=", refund.id)
    .where("status", "=", "REQUESTED")
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return false;
  const kind = `refund_${status.toLowerCase()}`;
  await recordPaymentEvent(trx, refund.payment_id, kind, { refund_id: refund.id }, now);
  return true;
}

/** Refunds that nobody has heard the end of, although their job has given up by now; each has its turn some time. */
export async function listForgottenRefunds(
  db: Kysely<DB>,
  olderThan: Date,
): Promise<{ id: string; provider: string }[]> {
  return await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "p.provider"])
    .where("r.status", "=", "REQUESTED")
    .where("r.requested_at", "<", olderThan)
    .orderBy(sql`random()`)
    .limit(100)
    .execute();
}

const finishOfSuspense: FinishRefund = async (trx, refund, status, now) => {
  if (!(await markRefund(trx, refund, status, now)) || status === "FAILED") return;
  await post(trx, [suspenseRefunded({ ...refund, amount_minor: minor(refund.amount_minor) }, now)], now);
};
