import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";

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
  const newest = await db
    .selectFrom("ledger_transaction")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirst();
  const upto = newest?.id ?? 0;
  if (!(await writersHaveEnded(db))) return { numbered: 0, is_complete: false, closed: [] };
  let numbered = 0;
  while (numbered < limit) {
    const count = await numberSome(db, upto, Math.min(rules.numbered_at_once, limit - numbered));
    numbered += count;
    if (count === 0) return { numbered, is_complete: true, closed: await closeMonths(db, upto, now) };
  }
  return { numbered, is_complete: false, closed: [] };
}

/**
 * Waits until every transaction has ended that was writing to the ledger when this was called. Whoever inserts holds
 * the table's lock from before its row got an id until it ends: after this, no id up to one that was seen before can
 * appear. It holds nobody up. False when somebody is still at it after a while: the next run tries again.
 */
async function writersHaveEnded(db: Kysely<DB>): Promise<boolean> {
  const writers = sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'ledger_transaction'::regclass
      and database = (select oid from pg_database where datname = current_database())
      and mode = 'RowExclusiveLock' and granted`;
  const read = async () => new Set((await writers.execute(db)).rows.map(({ writer }) => writer));
  const first = await read();
  let waiting = first;
  for (let look = 0; waiting.size > 0 && look < rules.looks_for_writers; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, rules.look_milliseconds));
    const now = await read();
    waiting = new Set([...first].filter((writer) => now.has(writer)));
  }
  return waiting.size === 0;
}

/** Numbers the next transactions up to an id in one transaction of its own; returns how many. */
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
