import { setTimeout as pause } from "node:timers/promises";
import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import type { AccountCode } from "./chart.ts";

const checkRules = productRules.ledger_checks;

export interface Checkpoint {
  id: number;
  upto_transaction: number;
  hash: string;
  taken_at: Date;
}

export async function lastCheckpoint(db: Kysely<DB>): Promise<Checkpoint | null> {
  const row = await db
    .selectFrom("ledger_checkpoints")
    .select(["id", "upto_transaction", "hash", "taken_at"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, hash: row.hash.toString("hex") } : null;
}

/**
 * Nothing earlier can still appear; 0 in empty books. Ids precede commits, so present writers are waited for.
 * Null when one takes too long.
 */
export async function lastSettledTransaction(db: Kysely<DB>): Promise<number | null> {
  const last = await db
    .selectFrom("ledger_transaction")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  let writers = await listWriters(db);
  for (let look = 0; writers.length > 0; look += 1) {
    if (look >= checkRules.writers_looks) return null;
    await pause(checkRules.writers_look_ms);
    const now = new Set(await listWriters(db));
    writers = writers.filter((writer) => now.has(writer));
  }
  return last?.id ?? 0;
}

async function listWriters(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'ledger_transaction'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid()`.execute(db);
  return rows.map(({ writer }) => writer);
}

/** Less than `least` transactions wait. Continues another process's work. */
export async function takeCheckpoints(
  db: Kysely<DB>,
  given: { upto: number; least: number; now: Date },
): Promise<Checkpoint | null> {
  for (;;) {
    const last = await lastCheckpoint(db);
    const next = await endOfStretch(db, last?.upto_transaction ?? 0, given.upto);
    if (next === null || next.transactions < given.least) return last;
    await sql`
      select take_ledger_checkpoint(${last?.id ?? 0}::bigint, ${next.upto}::bigint, ${given.now}::timestamptz)`.execute(
      db,
    );
  }
}

async function endOfStretch(
  db: Kysely<DB>,
  after: number,
  upto: number,
): Promise<{ upto: number; transactions: number } | null> {
  const { rows } = await sql<{ upto: number | null; transactions: number }>`
    select max(id) as upto, count(*) as transactions from (
      select id from ledger_transaction where id > ${after}::bigint and id <= ${upto}::bigint
      order by id limit ${checkRules.checkpoint_maximum}
    ) as stretch`.execute(db);
  const [row] = rows;
  return row && row.upto !== null ? { upto: row.upto, transactions: row.transactions } : null;
}

const rules = productRules.journal;

/** By the users' index; null for other owners. */
export function creatorOf(owner: Expression<unknown>): RawBuilder<string | null> {
  return sql<string | null>`case when length(${owner}) = 36 then ${owner}::uuid end`;
}

interface NumberingRun {
  numbered: number;
  is_complete: boolean;
  closed: string[];
}

/**
 * Numbers only what nothing can precede, so numbers have no gaps. Also closes past months; later postings go
 * to the first open one (docs/money.md, 7).
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

interface JournalMonth {
  month: string;
  entries_count: number;
  closed_at: Date | null;
}

export interface JournalLine {
  number: number;
  seq: number;
  kind: string;
  cause: string;
  booked_on: string;
  effective_on: string;
  debit_code: AccountCode;
  debit_owner: string;
  credit_code: AccountCode;
  credit_owner: string;
  debit_name: string | null;
  credit_name: string | null;
  currency: string;
  amount_minor: number;
}

export async function listJournalMonths(
  db: Kysely<DB>,
  before: string | null,
): Promise<{ months: JournalMonth[]; next: string | null }> {
  const rows = productRules.journal.months;
  const { rows: found } = await sql<JournalMonth>`
    with recursive open as (
      select (select min(month) from journal_numbers
        where month > coalesce((select max(month) from journal_months), '-infinity')) as month
      union all
      select (select min(n.month) from journal_numbers n where n.month > open.month) from open
      where open.month is not null
    ), months as (
      (select month, entries_count, closed_at from journal_months
        where ${before}::text is null or month < (${before} || '-01')::date order by month desc limit ${rows + 1})
      union all
      select month, (select max(n.number) from journal_numbers n where n.month = open.month), null from open
      where month is not null and (${before}::text is null or month < (${before} || '-01')::date)
    )
    select to_char(month, 'YYYY-MM') as month, entries_count, closed_at from months
    order by months.month desc limit ${rows + 1}`.execute(db);
  const months = found.slice(0, rows);
  return { months, next: found.length > rows ? (months.at(-1)?.month ?? null) : null };
}

export interface JournalExtent {
  month: string;
  is_final: boolean;
  closed_at: Date | null;
  entries_count: number;
}

/** Numbers recent postings first; null for an empty month. */
export async function journalExtent(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  month: string,
): Promise<JournalExtent | null> {
  await numberTransactions(db, clock(), productRules.journal.numbered_at_once);
  const { rows } = await sql<{ closed_at: Date | null; entries_count: number | null }>`
    select (select closed_at from journal_months where month = (${month} || '-01')::date) as closed_at,
      (select max(number) from journal_numbers where month = (${month} || '-01')::date) as entries_count`.execute(
    db,
  );
  const { closed_at = null, entries_count = null } = rows[0] ?? {};
  return entries_count === null ? null : { month, is_final: closed_at !== null, closed_at, entries_count };
}

export async function logJournalExport(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  { month, entries_count, is_final }: JournalExtent,
  { operator_id, datev_part }: { operator_id: string; datev_part?: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeAudit(trx, {
      actor_id: operator_id,
      action: "journal.exported",
      subject: `journal:${month}`,
      before: null,
      after: { entries_count, is_final, ...(datev_part === undefined ? {} : { datev_part }) },
      now: clock(),
    });
  });
}

/** In portions; numbers stay, so portions continue exactly. */
export async function* streamJournal(
  db: Kysely<DB>,
  { month, entries_count, after: begin = 0 }: { month: string; entries_count: number; after?: number },
): AsyncGenerator<JournalLine[]> {
  const { portion } = productRules.journal;
  for (let after = begin; after < entries_count; after += portion) {
    const { rows } = await sql<JournalLine>`
      select n.number, m.seq, t.kind, concat_ws(':', t.cause, t.cause_id, nullif(t.cause_part, '')) as cause,
        greatest((t.created_at at time zone 'Europe/Berlin')::date, n.month)::text as booked_on,
        (t.effective_at at time zone 'Europe/Berlin')::date::text as effective_on,
        d.code as debit_code, d.owner as debit_owner, c.code as credit_code, c.owner as credit_owner,
        du.username as debit_name, cu.username as credit_name,
        m.currency, m.amount_minor
      from journal_numbers n
      join ledger_transaction t on t.id = n.transaction_id
      join ledger_transfer m on m.transaction_id = t.id
      join ledger_account d on d.id = m.debit_account
      join ledger_account c on c.id = m.credit_account
      left join users du on du.id = ${creatorOf(sql.ref("d.owner"))}
      left join users cu on cu.id = ${creatorOf(sql.ref("c.owner"))}
      where n.month = (${month} || '-01')::date and n.number > ${after}
        and n.number <= ${Math.min(after + portion, entries_count)}
      order by n.number, m.seq`.execute(db);
    yield rows;
  }
}
