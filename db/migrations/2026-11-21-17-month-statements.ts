import { type Kysely, sql } from "kysely";

/** What moved to and from a creator in a month, one statement for each currency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table month_statements (
      creator_id uuid not null references users,
      currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
      -- "2026-10", in Berlin.
      month char(7) not null,
      number bigint not null unique,
      -- Everything that the paper says, as it was when it was issued.
      facts jsonb not null,
      issued_at timestamptz not null,
      primary key (creator_id, month, currency)
    )`.execute(db);
  // The books are read by month. Rows are written in the order of their time, so the smallest kind of index will do.
  await sql`create index ledger_transaction_created_idx on ledger_transaction using brin (created_at)`.execute(
    db,
  );
}
