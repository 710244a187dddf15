import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { requireOperator } from "../users/user.server.ts";
import { recordPaymentEvent } from "./payment-record.server.ts";
import { ProviderRefused, type Providers, type RefundSnapshot } from "./provider-port.ts";

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
 * The job of a refund of a payment in our books; nothing happens where it has ended. The refund's id is the provider's
 * idempotency key, so asking again after an unknown outcome is harmless. What follows is decided by who asked for it:
 * `finishOf` brings it along. Of a provider that gives nothing back it is left to an operator, who makes it there and says
 * so (docs/product.md, 4.7); what the product asked for lies in suspense, and is ended there.
 */
export async function sendRefund(
  services: { db: Kysely<DB>; providers: Providers; clock: () => Date },
  refundId: string,
  finishOf: (askedBy: "PRODUCT" | "CREATOR" | "OPERATOR" | "PROVIDER" | "BUYER") => FinishRefund,
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
  const isLeft = !providers.get(refund.provider).abilities.refunds && refund.asked_by !== "PRODUCT";
  if (isLeft) return await leaveToOperator(db, refundId, services.clock());
  const status = await askProviderToRefund(providers, { ...refund, provider_ref: refund.provider_ref });
  const finish = finishOf(refund.asked_by);
  const now = services.clock();
  await db.transaction().execute((trx) => finish(trx, refund, status, now));
}

async function leaveToOperator(db: Kysely<DB>, refundId: string, now: Date): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ left_to_operator_at: now })
    .where("id", "=", refundId)
    .where("status", "=", "REQUESTED")
    .where("left_to_operator_at", "is", null)
    .execute();
}

/** A refund that an operator has to make in the provider's back office. */
interface RefundByHand {
  id: string;
  payment_id: string;
  provider: string;
  provider_ref: string | null;
  amount_minor: number;
  currency: string;
  since: Date;
}

/** The refunds that are left to operators, the longest first; so many at most as fit on a page, or one payment's. */
export async function listRefundsByHand(db: Kysely<DB>, paymentId?: string): Promise<RefundByHand[]> {
  return await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.payment_id", "r.amount_minor", "r.currency", "p.provider", "p.provider_ref"])
    .select("r.left_to_operator_at as since")
    .where("r.status", "=", "REQUESTED")
    .where("r.left_to_operator_at", "is not", null)
    .$if(paymentId !== undefined, (query) => query.where("r.payment_id", "=", paymentId ?? ""))
    .orderBy("r.left_to_operator_at")
    .orderBy("r.id")
    .limit(productRules.admin_rows)
    .$narrowType<{ since: Date }>()
    .execute();
}

/** How many refunds are left to operators. */
export async function countRefundsByHand(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom("refunds")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "=", "REQUESTED")
    .where("left_to_operator_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Asks a provider to give money back, as often as needed: the id is the key. Throws RefundUnderWay while it is at it, so
 * that the job asks again later. Of a provider that gives nothing back it has failed at once: a person does it.
 */
export async function askProviderToRefund(
  providers: Providers,
  refund: { id: string; provider: string; provider_ref: string; amount_minor: number; currency: string },
): Promise<"DONE" | "FAILED"> {
  const provider = providers.get(refund.provider);
  if (!provider.abilities.refunds) return "FAILED";
  const answer = await provider
    .refund({
      refundId: refund.id,
      providerRef: refund.provider_ref,
      amountMinor: refund.amount_minor,
      currency: refund.currency,
    })
    .catch((error: unknown) => {
      if (error instanceof ProviderRefused) return { state: "FAILED" as const };
      throw error;
    });
  if (answer.state === "PENDING") throw new RefundUnderWay(refund.id);
  return answer.state;
}

/** A refund that was made has failed after all: it is told apart from one that was never made. */
export async function markFailedLate(
  trx: Transaction<DB>,
  refund: Pick<SentRefund, "id" | "payment_id">,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("refunds")
    .set({ status: "FAILED", failed_late_at: now })
    .where("id", "=", refund.id)
    .where("status", "=", "DONE")
    .executeTakeFirstOrThrow();
  await recordPaymentEvent(trx, refund.payment_id, "refund_failed_late", { refund_id: refund.id }, now);
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
    .where("r.left_to_operator_at", "is", null)
    .where("r.requested_at", "<", olderThan)
    .orderBy(sql`random()`)
    .limit(100)
    .execute();
}

/** What came back of a refund that was made and failed later, in minor units of the charge. */
interface RefundFailure {
  id: string;
  payment_id: string;
  /** The refund's id, or the provider's own name of it. */
  reference: string;
  currency: string;
  amount_minor: Minor;
}

/** The names of refunds that failed: one that its provider names twice, and once as made, is none of them. */
export function failedNames(refunds: readonly RefundSnapshot[]): string[] {
  const isMade = (name: string) => refunds.some((each) => each.refundId === name && each.state !== "FAILED");
  return [...new Set(refunds.map(({ refundId }) => refundId))].filter((name) => !isMade(name));
}

/** Puts down that a refund failed after it was made, once: an operator looks at it (docs/product.md, 4.2). */
export async function recordRefundFailure(
  trx: Transaction<DB>,
  failure: RefundFailure,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("refund_failures")
    .values({ ...failure, failed_at: now })
    .onConflict((conflict) => conflict.columns(["payment_id", "reference"]).doNothing())
    .execute();
}

/** A failure that no operator has looked at yet. */
interface UnseenFailure extends RefundFailure {
  failed_at: Date;
  /** Whether the payment is in our books, so that it has a page. */
  is_known: boolean;
}

/** Refunds that failed late and that no operator has looked at, the longest first; so many at most as fit on a page. */
export async function listUnseenFailures(db: Kysely<DB>): Promise<UnseenFailure[]> {
  const rows = await db
    .selectFrom("refund_failures as f")
    .leftJoin("payments as p", "p.id", "f.payment_id")
    .select(["f.id", "f.payment_id", "f.reference", "f.currency", "f.amount_minor", "f.failed_at"])
    .select((eb) => eb("p.id", "is not", null).$castTo<boolean>().as("is_known"))
    .where("f.seen_at", "is", null)
    .orderBy("f.failed_at")
    .orderBy("f.id")
    .limit(productRules.admin_rows)
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
}

/** How many of them wait. */
export async function countUnseenFailures(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom("refund_failures")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("seen_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** An operator has looked at a refund that failed late; false where it was seen already, or there is none. */
export async function seeRefundFailure(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  { id, operator_id }: { id: string; operator_id: string },
): Promise<boolean> {
  const now = clock();
  return await db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id);
    const seen = await trx
      .updateTable("refund_failures")
      .set({ seen_at: now, seen_by: operator_id })
      .where("id", "=", id)
      .where("seen_at", "is", null)
      .returning(["payment_id", "reference"])
      .executeTakeFirst();
    if (!seen) return false;
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "refund_failure.seen", subject: `payment:${seen.payment_id}`, now },
      before: null,
      after: { reference: seen.reference },
    });
    return true;
  });
}
