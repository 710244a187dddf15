import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { lastSettledTransaction } from "./checkpoints.server.ts";

// The document numbers of the journal (docs/money.md, 7). One writer gives them to transactions that nobody can come
// before any more, so that a number, once given, stays, and none is left out.

const rules = productRules.journal;

/** What one run of the numbering came to. */
export interface NumberingRun {
  numbered: number;
  /** Everything that had been posted when it began has its number now. */
  is_complete: boolean;
  /** The months that were closed by it, such as "2026-10". */
  closed: string[];
}

/**
 * Gives numbers to all finished transactions, in the order of their ids, and closes the months that are over: at most
 * `limit` transactions. A transaction is booked in the month in which it was posted or, when that one is closed, in the
 * first that is not.
 */
export async function numberTransactions(
  db: Kysely<DB>,
  now: Date,
  limit = Number.POSITIVE_INFINITY,
): Promise<NumberingRun> {
  const upto = await lastSettledTransaction(db);
  if (upto === null) return { numbered: 0, is_complete: false, closed: [] };
  let numbered = 0;
  while (numbered < limit) {
    const count = await numberSome(db, upto, Math.min(rules.numbered_at_once, limit - numbered));
    numbered += count;
    if (count === 0) return { numbered, is_complete: true, closed: await closeMonths(db, upto, now) };
  }
  return { numbered, is_complete: false, closed: [] };
}

/**
 * Numbers the next transactions up to an id in one transaction of its own; returns how many. Whoever numbers sees each
 * transaction once and alone, so it counts the paid tips of the overview too: no tip waits for a row of its day.
 */
async function numberSome(db: Kysely<DB>, upto: number, count: number): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tribute-journal'))`.execute(trx);
    const { rows } = await sql<{ numbered: number }>`
      with next as (
        select t.id, greatest(date_trunc('month', t.created_at at time zone 'Europe/Berlin')::date,
          (select (max(month) + interval '1 month')::date from journal_months)) as month
        from ledger_transaction t
        where t.id > coalesce((select max(transaction_id) from journal_numbers), 0) and t.id <= ${upto}
        order by t.id limit ${count}
      ), before as (
        select m.month, coalesce((select max(n.number) from journal_numbers n where n.month = m.month), 0) as last
        from (select distinct month from next) as m
      ), written as (
        insert into journal_numbers (transaction_id, month, number)
        select next.id, next.month, before.last + row_number() over (partition by next.month order by next.id)
        from next join before using (month)
        returning 1
      ), counted as (
        insert into daily_payment_totals as d (day, provider, type, tips_count, amount_eur_minor, charged_eur_minor)
        select (p.settled_at at time zone 'Europe/Berlin')::date as day, p.provider, p.type, count(*),
          sum(a.worth_eur_minor), sum(round(p.total_minor::numeric * a.worth_eur_minor / p.amount_minor))
        from next
        join ledger_transaction t on t.id = next.id and t.kind = 'tip_paid'
        join payments p on p.id = t.cause_id
        cross join lateral (
          select sum(worth_eur_minor) as worth_eur_minor from tip_allocations where payment_id = p.id
        ) as a
        group by 1, 2, 3
        on conflict (day, provider, type) do update set
          tips_count = d.tips_count + excluded.tips_count,
          amount_eur_minor = d.amount_eur_minor + excluded.amount_eur_minor,
          charged_eur_minor = d.charged_eur_minor + excluded.charged_eur_minor
      )
      select count(*)::int as numbered from written`.execute(trx);
    return rows[0]?.numbered ?? 0;
  });
}

/**
 * Closes each month that was over for an hour before the transactions up to an id were numbered: what comes to be posted
 * in it after all is booked in the next.
 */
async function closeMonths(db: Kysely<DB>, upto: number, now: Date): Promise<string[]> {
  const hour = 3_600_000;
  const open = `${businessDate(new Date(now.getTime() - rules.closed_after_hours * hour)).slice(0, 7)}-01`;
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tribute-journal'))`.execute(trx);
    const { rows } = await sql<{ month: string }>`
      insert into journal_months (month, entries_count, closed_at)
      select m::date, (select count(*) from journal_numbers n where n.month = m::date), ${now}
      from generate_series(
        coalesce((select max(month) + interval '1 month' from journal_months), (select min(month) from journal_numbers)),
        ${open}::date - interval '1 month', interval '1 month') as m
      where coalesce((select max(transaction_id) from journal_numbers), 0) >= ${upto}
      returning to_char(month, 'YYYY-MM') as month`.execute(trx);
    return rows.map(({ month }) => month);
  });
}
