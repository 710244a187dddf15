import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { type AuditedFacts, writeAudit } from "../../audit/audit.server.ts";
import { businessDate, targetDaysBefore } from "../../calendar.ts";
import { euroValue } from "../../exchange-rates/rates.server.ts";
import { type Minor, minor } from "../../money/minor.ts";
import {
  doneAlone,
  lockActsAbout,
  recordActAlone,
  requestSecondOperator,
  type SecondOperatorRule,
  voidActs,
} from "../../operator-acts/operator-acts.server.ts";
import { requireOperator } from "../../users/user.server.ts";
import {
  isMakersAboveLimit,
  lockBatchesOf,
  type OutcomeServices,
  type PayoutTransition,
  settle,
} from "./transitions.server.ts";

type PayoutSelector = { payout_id: string } | { batch_id: string };

/** "second_operator_needed": too large for the batch's maker. "waiting" for another operator. */
type OutcomeMarked =
  | { outcome: "done"; payouts: number }
  | { outcome: "gone" | "waiting" | "second_operator_needed" };

/** Each creator gets a statement and a mail. */
export async function markPaid(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string },
): Promise<OutcomeMarked> {
  return await mark(services, "paid", { ...given, reason: null });
}

/** Money and fee return to the creator. */
export async function markFailed(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  return await mark(services, "failed", given);
}

/** Money and fee return to the creator. */
export async function markBounced(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  return await mark(services, "bounced", given);
}

async function mark(
  services: OutcomeServices,
  transition: PayoutTransition,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  const { db } = services;
  const reasons = await reasonsFor(db, given, given.reason);
  if (transition === "paid" && !(await countPaid(services, given.operator_id, [...reasons.keys()])))
    return { outcome: "second_operator_needed" };
  const { done, held } = await settle(services, given.operator_id, transition, reasons);
  if (done.size > 0) return { outcome: "done", payouts: done.size };
  if (held.size === 0) return { outcome: "gone" };
  if (transition === "paid") return { outcome: "second_operator_needed" };
  await db
    .transaction()
    .execute((trx) => requestPayoutApproval(trx, services, transition, given, [...held.values()]));
  return { outcome: "waiting" };
}

/** False beyond the day's limit for a batch's maker. Others are two people already. */
async function countPaid(
  services: OutcomeServices,
  operatorId: string,
  ids: readonly string[],
): Promise<boolean> {
  const from = services.second_operator_from_minor;
  if (from === null) return true;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ batch_id: string; currency: string; net_minor: number }>`
      select p.batch_id, p.currency, sum(p.net_minor)::bigint as net_minor
      from payouts p join payout_batches b on b.id = p.batch_id
      where p.id = any(${[...ids]}::uuid[]) and p.status = 'PROCESSING' and b.created_by = ${operatorId}
        and b.fetched_at is not null
      group by p.batch_id, p.currency`.execute(trx);
    const [own] = rows;
    if (!own) return true;
    const worth_eur_minor = await euroValue(trx, minor(own.net_minor), own.currency, businessDate(now));
    if ((await doneAlone(trx, { operator_id: operatorId, now })) + worth_eur_minor >= from) return false;
    const subject = `payout_batch:${own.batch_id}`;
    await recordActAlone(trx, services, {
      ...{ kind: "PAYOUT_PAID", subject, operator_id: operatorId, worth_eur_minor, now },
    });
    return true;
  });
}

/** One act per payout or batch. */
export async function requestPayoutApproval(
  trx: Transaction<DB>,
  services: OutcomeServices,
  transition: "failed" | "bounced",
  given: PayoutSelector & { operator_id: string; reason: string | null },
  payouts: readonly { currency: string; net_minor: number }[],
): Promise<void> {
  const now = services.clock();
  const currency = payouts[0]?.currency ?? "EUR";
  const amount_minor = minor(payouts.reduce((sum, payout) => sum + payout.net_minor, 0));
  const { operator_id, reason } = given;
  const which: AuditedFacts =
    "batch_id" in given ? { batch_id: given.batch_id } : { payout_id: given.payout_id };
  await requestSecondOperator(trx, services, {
    kind: transition === "failed" ? "PAYOUT_FAILED" : "PAYOUT_BOUNCED",
    subject: "batch_id" in given ? `payout_batch:${given.batch_id}` : `payout:${given.payout_id}`,
    ...{ operator_id, now, params: { ...which, reason, currency, amount_minor } },
    worth_eur_minor: await euroValue(trx, amount_minor, currency, businessDate(now)),
  });
}

/** Its maker neither marks it nor imports its results. */
export async function isTooLargeForMaker(
  services: SecondOperatorRule & { db: Kysely<DB> },
  batchId: string,
  operatorId: string,
): Promise<boolean> {
  const batch = await services.db
    .selectFrom("payout_batches")
    .select(["created_by", "worth_eur_minor"])
    .where("id", "=", batchId)
    .executeTakeFirst();
  return batch !== undefined && isMakersAboveLimit(batch, operatorId, services);
}

async function reasonsFor(
  db: Kysely<DB>,
  which: PayoutSelector,
  reason: string | null,
): Promise<Map<string, string | null>> {
  if ("payout_id" in which) return new Map([[which.payout_id, reason]]);
  const rows = await db
    .selectFrom("payouts")
    .select("id")
    .where("batch_id", "=", which.batch_id)
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.id, reason]));
}

/** Posts nothing. Returns the new ids that the bank may have (docs/money.md, 5). */
export async function reportReturns(
  trx: Transaction<DB>,
  reasons: ReadonlyMap<string, string | null>,
  { operator_id, now }: { operator_id: string; now: Date },
): Promise<Set<string>> {
  const reported = new Set<string>();
  // Other transactions move a batch's payouts in any order, under its lock.
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

/** The payout is as before; "gone" when none is reported. */
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

interface ReportedReturn {
  id: string;
  currency: string;
  net_minor: Minor;
  reported_at: Date;
  reason: string | null;
  is_asked: boolean;
  /** Later than a bank books it. */
  is_late: boolean;
}

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

function lateSince(now: Date): string {
  return targetDaysBefore(businessDate(now), productRules.payout.return_confirmed_bank_days);
}

function lateBefore(day: string) {
  return sql<boolean>`(return_reported_at at time zone 'Europe/Berlin')::date < ${day}::date`;
}
