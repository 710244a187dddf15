import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";

/** Puts down that a provider's news could not be handled, why, and when it is tried next: later each time, for days. */
export async function recordFailedTry(db: Kysely<DB>, id: string, error: string, now: Date): Promise<void> {
  const { stale_minutes, look_hours_maximum } = productRules.reconcile;
  await sql`
    update provider_webhook_events set
      tries = tries + 1, last_error = ${error.slice(0, productRules.reason_characters_maximum)},
      next_try_at = ${now}::timestamptz + least(
        interval '1 minute' * ${stale_minutes} * power(2, least(tries, 20)), interval '1 hour' * ${look_hours_maximum})
    where id = ${id} and handled_at is null`.execute(db);
}

/** News whose job gave up or was lost, and that is due again, the longest overdue first. */
export async function listDueNews(
  db: Kysely<DB>,
  now: Date,
  limit: number,
): Promise<{ id: string; provider: string }[]> {
  const since = new Date(now.getTime() - productRules.reconcile.news_days * 86_400_000);
  return await db
    .selectFrom("provider_webhook_events")
    .select(["id", "provider"])
    .where("handled_at", "is", null)
    .where("next_try_at", "<=", now)
    .where("received_at", ">", since)
    .orderBy("next_try_at")
    .limit(limit)
    .execute();
}

/** A provider's news, or a payment's look-up, that fails again and again: an operator looks. */
export interface UnhandledNews {
  id: string;
  what: "NEWS" | "LOOKUP";
  provider: string;
  payment_id: string;
  /** Null where the payment is not in our books. */
  known_payment_id: string | null;
  since: Date;
  tries: number;
  last_error: string | null;
  next_try_at: Date | null;
}

/** What failed several times in a row, the oldest first; so many at most as fit on a page. */
export async function listUnhandledNews(db: Kysely<DB>): Promise<UnhandledNews[]> {
  const { shown_failures } = productRules.reconcile;
  const { rows } = await sql<UnhandledNews>`
    select e.id, 'NEWS' as what, e.provider, e.payment_id, p.id as known_payment_id, e.received_at as since, e.tries,
      e.last_error, e.next_try_at
    from provider_webhook_events e left join payments p on p.id = e.payment_id
    where e.handled_at is null and e.tries >= ${shown_failures}
    union all
    select p.id, 'LOOKUP', p.provider, p.id, p.id, p.created_at, l.failures, l.last_error, l.next_look_at
    from payment_lookups l join payments p on p.id = l.payment_id
    where l.failures >= ${shown_failures} and p.status in ('CREATED', 'REDIRECTED', 'PROCESSING')
    order by since limit ${productRules.admin_rows}`.execute(db);
  return rows;
}

/** How much of it there is. */
export async function countUnhandledNews(db: Kysely<DB>): Promise<number> {
  return (await listUnhandledNews(db)).length;
}

/** An operator has news handled now; false when that has happened already. */
export async function retryNews(
  services: { db: Kysely<DB>; jobs: Jobs; clock: () => Date },
  { id, operator_id }: { id: string; operator_id: string },
): Promise<boolean> {
  return await services.db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom("provider_webhook_events")
      .select(["payment_id", "tries"])
      .where("id", "=", id)
      .where("handled_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!open) return false;
    await services.jobs.enqueue(trx, "payments.notice", { notice_id: id });
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "news.retried", subject: `payment:${open.payment_id}` },
      ...{ before: { tries: open.tries }, after: null, now: services.clock() },
    });
    return true;
  });
}
