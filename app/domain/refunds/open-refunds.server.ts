import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Minor } from "../money/minor.ts";

/** A refund of a tip that is not through: still at the provider, or refused there and given back to the creator. */
export interface UnfinishedRefund {
  id: string;
  tip_id: string;
  /** FAILED_LATE is one that was made and failed days later. */
  status: "REQUESTED" | "FAILED" | "FAILED_LATE";
  tip_minor: Minor;
  currency: string;
  /** Of the request, of the refusal, or of the day on which it failed. */
  at: Date;
}

/** Of so many tips the refunds under way, and one that was refused unless it was asked for again. */
export async function listUnfinishedRefunds(
  db: Kysely<DB>,
  tipIds: readonly string[],
): Promise<UnfinishedRefund[]> {
  if (tipIds.length === 0) return [];
  const rows = await db
    .selectFrom("tip_allocations as a")
    .innerJoin("refund_parts as part", "part.allocation_id", "a.id")
    .innerJoin("refunds as r", "r.id", "part.refund_id")
    .select(["r.id", "a.tip_id", "r.status", "part.amount_minor as tip_minor", "a.currency"])
    .select(["r.requested_at", "r.done_at", "r.failed_late_at"])
    .where("a.tip_id", "in", [...tipIds])
    .where("r.status", "<>", "DONE")
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb("r.status", "=", "REQUESTED"),
        not(
          exists(
            selectFrom("refund_parts as other")
              .innerJoin("refunds as later", "later.id", "other.refund_id")
              .select("later.id")
              .whereRef("other.allocation_id", "=", "a.id")
              .whereRef("later.requested_at", ">", "r.requested_at"),
          ),
        ),
      ]),
    )
    .orderBy("r.requested_at")
    .$narrowType<{ status: "REQUESTED" | "FAILED" }>()
    .execute();
  return rows.map(({ requested_at, done_at, failed_late_at, status, ...row }) => ({
    ...row,
    status: failed_late_at === null ? status : "FAILED_LATE",
    at: failed_late_at ?? done_at ?? requested_at,
  }));
}
