import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import type { Jobs } from "../jobs.ts";
import { proportionOf } from "../money/fee.ts";
import { type Minor, minor } from "../money/minor.ts";
import { requireOperator } from "../users/user.server.ts";
import { recordPaymentEvent } from "./payment-record.server.ts";
import { ProviderRefused, type Providers, type RefundSnapshot } from "./provider-port.ts";

export interface SentRefund {
  id: string;
  payment_id: string;
  provider: string;
  amount_minor: number;
  currency: string;
}

export type FinishRefund = (
  trx: Transaction<DB>,
  refund: SentRefund,
  status: "DONE" | "FAILED",
  now: Date,
) => Promise<void>;

export class RefundUnderWay extends Error {
  constructor(refundId: string) {
    super(`refund ${refundId} is still under way`);
  }
}

/**
 * Its id is the idempotency key. Without refunds by the provider an operator makes it; our own surplus ends
 * in suspense (docs/product.md, 4.7).
 */
export async function sendRefund(
  services: { db: Kysely<DB>; providers: Providers; clock: () => Date; jobs: Jobs },
  refundId: string,
  finishOf: (askedBy: "PRODUCT" | "CREATOR" | "OPERATOR" | "PROVIDER" | "BUYER") => FinishRefund,
): Promise<void> {
  const { db, providers } = services;
  const refund = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.status", "r.asked_by", "r.amount_minor", "r.currency", "r.payment_id"])
    .leftJoin("suspense_entries as s", (join) =>
      join.onRef("s.payment_id", "=", "p.id").on("r.asked_by", "=", "PRODUCT"),
    )
    .select(["p.provider", "p.provider_ref", "p.account_ref", "s.charge_minor", "s.received_minor"])
    .where("r.id", "=", refundId)
    .executeTakeFirst();
  if (refund?.status !== "REQUESTED" || refund.provider_ref === null) return;
  const isLeft = !providers.get(refund.provider).abilities.refunds && refund.asked_by !== "PRODUCT";
  if (isLeft) return await leaveToOperator(db, refundId, services.clock());
  // Only our fee is in suspense; the provider refunds its share of the whole charge.
  const { charge_minor, received_minor } = refund;
  const amount_minor =
    charge_minor === null || received_minor === null
      ? refund.amount_minor
      : proportionOf(minor(charge_minor), refund.amount_minor, received_minor);
  const order = { ...refund, amount_minor, provider_ref: refund.provider_ref };
  const status = await askProviderToRefund(providers, order);
  const finish = finishOf(refund.asked_by);
  const now = services.clock();
  await db.transaction().execute(async (trx) => {
    await finish(trx, refund, status, now);
    if (refund.account_ref !== null)
      await services.jobs.enqueue(trx, "payments.return-fee", { payment_id: refund.payment_id });
  });
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

interface RefundByHand {
  id: string;
  payment_id: string;
  provider: string;
  provider_ref: string | null;
  amount_minor: number;
  currency: string;
  since: Date;
}

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
    .limit(productRules.exception_rows)
    .$narrowType<{ since: Date }>()
    .execute();
}

/** Repeatable. Throws RefundUnderWay while not finished. */
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

interface RefundFailure {
  id: string;
  payment_id: string;
  reference: string;
  currency: string;
  amount_minor: Minor;
}

export function failedNames(refunds: readonly RefundSnapshot[]): string[] {
  const isMade = (name: string) => refunds.some((each) => each.refundId === name && each.state !== "FAILED");
  return [...new Set(refunds.map(({ refundId }) => refundId))].filter((name) => !isMade(name));
}

/** Once; an operator looks at it (docs/product.md, 4.2). */
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

interface UnseenFailure extends RefundFailure {
  failed_at: Date;
  is_known: boolean;
}

export async function listUnseenFailures(db: Kysely<DB>): Promise<UnseenFailure[]> {
  const rows = await db
    .selectFrom("refund_failures as f")
    .leftJoin("payments as p", "p.id", "f.payment_id")
    .select(["f.id", "f.payment_id", "f.reference", "f.currency", "f.amount_minor", "f.failed_at"])
    .select((eb) => eb("p.id", "is not", null).$castTo<boolean>().as("is_known"))
    .where("f.seen_at", "is", null)
    .orderBy("f.failed_at")
    .orderBy("f.id")
    .limit(productRules.exception_rows)
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
}

/** False where already seen or unknown. */
export async function seeRefundFailure(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  { id, operator_id }: { id: string; operator_id: string },
): Promise<boolean> {
  const now = clock();
  return await db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "money");
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
