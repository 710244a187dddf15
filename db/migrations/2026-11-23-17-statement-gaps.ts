import { type Kysely, sql } from "kysely";

/**
 * Statements of our bank stand in the order of their days: one that does not begin where the one before it ended has a gap
 * before it, which ends by itself when the missing statement comes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table bank_statements add column closing_on date`.execute(db);
  await sql`alter table bank_statements disable trigger bank_statements_rows_stay`.execute(db);
  await sql`
    update bank_statements s set closing_on = (select max(e.booked_on) from bank_entries e where e.statement_id = s.id)
    where s.opening_minor is not null`.execute(db);
  await sql`alter table bank_statements enable trigger bank_statements_rows_stay`.execute(db);
  await sql`
    create index bank_statements_days_idx on bank_statements (account_iban, currency, closing_on)
    where opening_minor is not null`.execute(db);
  await sql`
    create table bank_gaps (
      id uuid primary key,
      -- The statement after the gap, and the one before it.
      statement_id uuid not null references bank_statements,
      before_id uuid not null references bank_statements,
      expected_minor bigint not null,
      found_minor bigint not null check (found_minor <> expected_minor),
      opened_at timestamptz not null,
      -- Another statement came between the two.
      closed_at timestamptz,
      settled_by uuid references users,
      settled_at timestamptz,
      settled_reason text,
      unique (statement_id, before_id),
      check (num_nulls(settled_by, settled_at, settled_reason) in (0, 3))
    )`.execute(db);
  await sql`
    create index bank_gaps_open_idx on bank_gaps (opened_at, id) where settled_at is null and closed_at is null`.execute(
    db,
  );
  await sql`drop index settlement_events_transfer_idx`.execute(db);
  await sql`
    create index settlement_events_transfer_idx on settlement_events (lower(reference)) where kind = 'TRANSFER'`.execute(
    db,
  );
}
