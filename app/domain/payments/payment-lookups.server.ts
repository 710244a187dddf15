import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { PAYMENT_COLUMNS, type Payment, toPayment } from "./payment-record.server.ts";

const MINUTE_MS = 60_000;

/**
 * Open payments that are due to be looked up at their provider, the longest overdue first: the first time some minutes
 * after they began, then by their own next time, so that those that never move keep no place before the others. One
 * whose reference we never heard cannot be asked about.
 */
export async function listDuePayments(db: Kysely<DB>, now: Date, limit: number): Promise<Payment[]> {
  const first = new Date(now.getTime() - productRules.reconcile.stale_minutes * MINUTE_MS);
  const rows = await db
    .selectFrom("payments as p")
    .leftJoin("payment_lookups as l", "l.payment_id", "p.id")
    .select(PAYMENT_COLUMNS.map((column) => `p.${column}` as const))
    .where("p.status", "in", ["CREATED", "REDIRECTED", "PROCESSING"])
    .where("p.provider_ref", "is not", null)
    .where("p.created_at", "<", first)
    .where((eb) => eb.or([eb("l.next_look_at", "is", null), eb("l.next_look_at", "<=", now)]))
    .orderBy((eb) => eb.fn.coalesce("l.next_look_at", "p.created_at"))
    .limit(limit)
    .execute();
  const turned = await db
    .selectFrom("disputes as d")
    .innerJoin("payments as p", "p.id", "d.payment_id")
    .select(PAYMENT_COLUMNS.map((column) => `p.${column}` as const))
    .distinctOn("p.id")
    .where("d.look_again_at", "<=", now)
    .limit(limit)
    .execute();
  return [...rows, ...turned].map(toPayment);
}

/** Puts down that a payment was looked up, or why that failed, and when it is looked up next: later each time. */
export async function recordLookup(
  db: Kysely<DB>,
  paymentId: string,
  error: string | null,
  now: Date,
): Promise<void> {
  const { stale_minutes, look_hours_maximum } = productRules.reconcile;
  const wait = (looks: ReturnType<typeof sql>) => sql<Date>`${now}::timestamptz + least(
    interval '1 minute' * ${stale_minutes} * power(2, least(${looks}, 20)), interval '1 hour' * ${look_hours_maximum})`;
  await sql`
    insert into payment_lookups as l (payment_id, next_look_at, looks, failures, last_error)
    values (${paymentId}, ${wait(sql`0`)}, 1, ${error === null ? 0 : 1}, ${error})
    on conflict (payment_id) do update set
      next_look_at = ${wait(sql`l.looks`)}, looks = l.looks + 1, last_error = excluded.last_error,
      failures = case when excluded.last_error is null then 0 else l.failures + 1 end`.execute(db);
  if (error === null)
    await db
      .updateTable("disputes")
      .set({ look_again_at: null })
      .where("payment_id", "=", paymentId)
      .where("look_again_at", "<=", now)
      .execute();
}

/** Forgets the look-ups of payments that are closed by now. */
export async function forgetLookups(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    delete from payment_lookups l using payments p
    where p.id = l.payment_id and l.next_look_at <= ${now}
      and p.status not in ('CREATED', 'REDIRECTED', 'PROCESSING')`.execute(db);
}

/**
 * Payments whose creation the provider never answered end as FAILED once their time is over; money that comes for one
 * all the same is taken. Returns how many.
 */
export async function failUnanswered(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - productRules.tip.unpaid_hours * 60 * MINUTE_MS);
  return await db.transaction().execute(async (trx) => {
    const failed = await trx
      .updateTable("payments")
      .set({ status: "FAILED", failure_reason: "expired" })
      .where("status", "=", "CREATED")
      .where("provider_ref", "is", null)
      .where("created_at", "<", before)
      .returning("id")
      .execute();
    if (failed.length > 0)
      await trx
        .insertInto("payment_events")
        .values(failed.map(({ id }) => ({ payment_id: id, kind: "never_answered", detail: "{}", at: now })))
        .execute();
    return failed.length;
  });
}
