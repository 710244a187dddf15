import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { businessDate } from "../../calendar/business-date.ts";
import { targetDaysBefore } from "../../calendar/target-days.ts";
import { type Minor, minor } from "../../money/minor.ts";
import { lockActsAbout, voidActs } from "../../operator-acts/operator-acts.server.ts";
import { requireOperator } from "../../users/operator.server.ts";
import { lockBatchesOf } from "./transitions.server.ts";

/**
 * Marks payouts as reported to have come back, each with the bank's reason (docs/money.md, 5). A notice is no booking: it
 * posts nothing. Returns the ids of those that the bank may have, and that were not reported before.
 */
export async function reportReturns(
  trx: Transaction<DB>,
  reasons: ReadonlyMap<string, string | null>,
  { operator_id, now }: { operator_id: string; now: Date },
): Promise<Set<string>> {
  const reported = new Set<string>();
  // Other transactions move the payouts of a batch in any order, under its lock.
  await lockBatchesOf(trx, [...reasons.keys()]);
  for (const id of [...reasons.keys()].sort()) {
    const reason = reasons.get(id) ?? null;
    const changed = await trx
      .updateTable("payouts")
      .set({ return_reported_at: now, return_reported_reason: reason })
      .where("id", "=", id)
      .where("status", "in", ["PROCESSING", "PAID"])
      .where("return_reported_at", "is", null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("payout_batches as b")
            .whereRef("b.id", "=", "payouts.batch_id")
            .where("b.released_at", "is not", null)
            .select("b.id"),
        ),
      )
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) continue;
    reported.add(id);
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "payout.return_reported", subject: `payout:${id}`, now },
      ...{ before: null, after: { reason } },
    });
  }
  return reported;
}

/** The bank knows nothing of a return that was reported: the payout is as it was. "gone" when nothing is reported any more. */
export async function dropReportedReturn(
  services: { db: Kysely<DB>; clock: () => Date },
  given: { payout_id: string; operator_id: string; reason: string },
): Promise<"done" | "gone"> {
  const { payout_id, operator_id, reason } = given;
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id);
    await lockActsAbout(trx, [`payout:${payout_id}`]);
    const changed = await trx
      .updateTable("payouts")
      .set({ return_reported_at: null, return_reported_reason: null })
      .where("id", "=", payout_id)
      .where("status", "<>", "FAILED")
      .where("return_reported_at", "is not", null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return "gone";
    const now = services.clock();
    await voidActs(trx, {
      ...{ kinds: ["PAYOUT_FAILED", "PAYOUT_BOUNCED"], subjects: [`payout:${payout_id}`], now },
    });
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "payout.return_dropped", subject: `payout:${payout_id}` },
      ...{ before: null, after: { reason }, now },
    });
    return "done";
  });
}

/** A return that was reported, and that no statement has confirmed. */
export interface ReportedReturn {
  id: string;
  currency: string;
  net_minor: Minor;
  reported_at: Date;
  reason: string | null;
  /** A second operator is asked whether it came back. */
  is_asked: boolean;
  /** Longer than a bank takes to book it: an exception. */
  is_late: boolean;
}

/** Returns that wait for the bank's statement, the longest first; so many at most as fit on a page. */
export async function listReportedReturns(db: Kysely<DB>, now: Date): Promise<ReportedReturn[]> {
  const since = lateSince(now);
  const rows = await waiting(db)
    .select(["id", "currency", "net_minor", "return_reported_at", "return_reported_reason"])
    .select(lateBefore(since).as("is_late"))
    .select(
      sql<boolean>`exists (select from operator_acts a
        where a.subject = 'payout:' || payouts.id and a.status = 'WAITING')`.as("is_asked"),
    )
    .orderBy("return_reported_at")
    .orderBy("id")
    .limit(productRules.admin_rows)
    .execute();
  return rows.flatMap(({ return_reported_at: reported_at, return_reported_reason: reason, ...row }) =>
    reported_at === null ? [] : [{ ...row, net_minor: minor(row.net_minor), reported_at, reason }],
  );
}

/** How many returns no statement has confirmed within the days that a bank takes. */
export async function countLateReturns(db: Kysely<DB>, now: Date): Promise<number> {
  const { count } = await waiting(db)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(lateBefore(lateSince(now)))
    .executeTakeFirstOrThrow();
  return count;
}

function waiting(db: Kysely<DB>) {
  return db.selectFrom("payouts").where("return_reported_at", "is not", null).where("status", "<>", "FAILED");
}

/** The business day before which a report is late. */
function lateSince(now: Date): string {
  return targetDaysBefore(businessDate(now), productRules.payout.return_confirmed_bank_days);
}

function lateBefore(day: string) {
  return sql<boolean>`(return_reported_at at time zone 'Europe/Berlin')::date < ${day}::date`;
}
