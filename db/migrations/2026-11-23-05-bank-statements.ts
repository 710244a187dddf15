import { type Kysely, sql } from "kysely";

/**
 * What our bank says of our account: its statements (camt.053) and notices (camt.054), each row once, with what it was
 * matched with. What fits nothing waits in `bank_exceptions` for an operator, and posts nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table bank_statements (
      id uuid primary key,
      kind text not null check (kind in ('camt.053', 'camt.054')),
      account_iban text not null,
      statement_ref text not null,
      sequence text,
      content_sha256 bytea not null,
      currency char(3) not null,
      -- A notice has no balances.
      opening_minor bigint,
      closing_minor bigint,
      debits_minor bigint not null,
      credits_minor bigint not null,
      imported_by uuid not null references users,
      imported_at timestamptz not null,
      unique (account_iban, kind, statement_ref),
      check ((opening_minor is null) = (closing_minor is null)),
      check (opening_minor - debits_minor + credits_minor = closing_minor)
    )`.execute(db);
  await sql`create index bank_statements_imported_idx on bank_statements (imported_at desc, id desc)`.execute(
    db,
  );
  await sql`
    create table bank_entries (
      id uuid primary key,
      statement_id uuid not null references bank_statements,
      position integer not null,
      direction text not null check (direction in ('DEBIT', 'CREDIT')),
      amount_minor bigint not null check (amount_minor > 0),
      currency char(3) not null,
      booked_on date not null,
      is_return boolean not null,
      end_to_end_ref text,
      bank_ref text,
      -- "DE•• •••• 3000": enough to know it by, not enough to use it.
      masked_account text,
      -- Of what waits for an operator alone: the words that came with it, or the bank's reason.
      words text,
      -- By what the same booking is known in another of the bank's files.
      fingerprint bytea not null,
      outcome text not null check (outcome in ('PAID', 'RETURNED', 'KNOWN', 'SETTLEMENT', 'REPEATED', 'EXCEPTION')),
      payout_id uuid references payouts,
      batch_id uuid references payout_batches,
      settlement_id uuid references settlements,
      unique (statement_id, position)
    )`.execute(db);
  await sql`create index bank_entries_payout_idx on bank_entries (payout_id) where payout_id is not null`.execute(
    db,
  );
  await sql`create index bank_entries_batch_idx on bank_entries (batch_id) where batch_id is not null`.execute(
    db,
  );
  await sql`
    create index bank_entries_settlement_idx on bank_entries (settlement_id) where settlement_id is not null`.execute(
    db,
  );
  await sql`create index bank_entries_fingerprint_idx on bank_entries (fingerprint)`.execute(db);
  await sql`
    create table bank_exceptions (
      entry_id uuid primary key references bank_entries,
      reason text not null check (reason in ('unknown', 'amount', 'account', 'not_at_bank', 'told_twice', 'details')),
      opened_at timestamptz not null,
      settled_by uuid references users,
      settled_at timestamptz,
      settled_reason text,
      check (num_nulls(settled_by, settled_at, settled_reason) in (0, 3))
    )`.execute(db);
  await sql`
    create index bank_exceptions_open_idx on bank_exceptions (opened_at, entry_id) where settled_at is null`.execute(
    db,
  );
  for (const table of ["bank_statements", "bank_entries"]) {
    await sql`
      create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.id(table)}
      for each row execute function refuse_change()`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.id(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
}
