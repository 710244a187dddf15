import { type Kysely, sql } from "kysely";

/**
 * The books (money.md). One row of ledger_transfer is one sentence, "from → to": debits equal credits by construction,
 * and the composite foreign keys make it impossible to mix currencies in a row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_account (
      id bigint generated always as identity primary key,
      code text not null,
      owner text not null default '',
      currency char(3) not null references currencies,
      slot smallint not null default 0,
      normal_side text not null check (normal_side in ('DEBIT', 'CREDIT')),
      may_invert boolean not null,
      is_cached boolean not null,
      debits bigint not null default 0 check (debits >= 0),
      credits bigint not null default 0 check (credits >= 0),
      unique (code, owner, currency, slot),
      unique (id, currency),
      constraint ledger_account_not_overdrawn check (
        may_invert
        or (normal_side = 'CREDIT' and credits >= debits)
        or (normal_side = 'DEBIT' and debits >= credits)
      )
    )`.execute(db);
  await sql`create index ledger_account_owner_idx on ledger_account (owner, code) where owner <> ''`.execute(
    db,
  );

  await sql`
    create table ledger_transaction (
      id bigint generated always as identity primary key,
      kind text not null,
      idempotency_key text not null unique,
      body_hash bytea not null,
      reference text not null,
      reverses bigint unique references ledger_transaction,
      effective_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index ledger_transaction_reference_idx on ledger_transaction (reference)`.execute(db);

  await sql`
    create table ledger_transfer (
      transaction_id bigint not null references ledger_transaction,
      seq smallint not null,
      debit_account bigint not null,
      credit_account bigint not null,
      currency char(3) not null,
      amount_minor bigint not null check (amount_minor > 0),
      primary key (transaction_id, seq),
      foreign key (debit_account, currency) references ledger_account (id, currency),
      foreign key (credit_account, currency) references ledger_account (id, currency),
      check (debit_account <> credit_account)
    )`.execute(db);
  await sql`create index ledger_transfer_debit_idx on ledger_transfer (debit_account)`.execute(db);
  await sql`create index ledger_transfer_credit_idx on ledger_transfer (credit_account)`.execute(db);

  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
    end $$`.execute(db);
  for (const table of ["ledger_transaction", "ledger_transfer"]) await makeAppendOnly(db, table);

  await sql`
    create table payout_freezes (
      id uuid primary key,
      reason text not null,
      frozen_at timestamptz not null,
      lifted_at timestamptz,
      lifted_by uuid references users
    )`.execute(db);
  await sql`create unique index payout_freezes_one_open on payout_freezes ((true)) where lifted_at is null`.execute(
    db,
  );
}

async function makeAppendOnly(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.id(table)}
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.id(table)}
    for each statement execute function refuse_change()`.execute(db);
}
