import { type Kysely, sql } from "kysely";

/** The journal: each finished transaction has its month and its document number there, once and for all. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table journal_numbers (
      transaction_id bigint primary key references ledger_transaction,
      -- The first day of the month that the transaction is booked in.
      month date not null check (extract(day from month) = 1),
      number integer not null check (number > 0),
      unique (month, number)
    )`.execute(db);
  await sql`
    create table journal_months (
      month date primary key check (extract(day from month) = 1),
      entries_count integer not null check (entries_count >= 0),
      closed_at timestamptz not null
    )`.execute(db);
  for (const table of ["journal_numbers", "journal_months"]) {
    await sql`
      create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.id(table)}
      for each row execute function refuse_change()`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.id(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
}
