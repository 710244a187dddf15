import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Minor } from "../money/minor.ts";

/** A refund of a tip that is not through: still at the provider, or refused there and given back to the creator. */
export interface UnfinishedRefund {
  id: string;
  tip_id: string;
  status: "REQUESTED" | "FAILED";
  tip_minor: Minor;
  currency: string;
  /** Of the request, or of the refusal. */
  at: Date;
}

/** Of so many tips the refunds under way, and one that was refused unless it was asked for again. */
export async function listUnfinishedRefunds(
  db: Kysely<DB>,
  tipIds: readonly string[],
): Promise<UnfinishedRefund[]> {
  if (tipIds.length === 0) return [];
  const rows = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "p.tip_id", "r.status", "r.tip_minor", "p.currency", "r.requested_at", "r.done_at"])
    .where("p.tip_id", "in", [...tipIds])
    .where("r.asked_by", "<>", "PRODUCT")
    .where("r.status", "<>", "DONE")
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb("r.status", "=", "REQUESTED"),
        not(
          exists(
            selectFrom("refunds as later")
              .select("later.id")
              .whereRef("later.payment_id", "=", "r.payment_id")
              .whereRef("later.requested_at", ">", "r.requested_at"),
          ),
        ),
      ]),
    )
    .orderBy("r.requested_at")
    .$narrowType<{ status: "REQUESTED" | "FAILED" }>()
    .execute();
  return rows.flatMap(({ tip_id, requested_at, done_at, ...row }) =>
    tip_id === null ? [] : [{ ...row, tip_id, at: done_at ?? requested_at }],
  );
}
