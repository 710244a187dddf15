import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { requireOperator } from "../users/operator.server.ts";
import type { RefundSnapshot } from "./provider-port.ts";

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
