import { type Kysely, sql } from "kysely";

/**
 * Checkpoints of the books (docs/money.md, 4): up to which transaction they were checked, what stood on the accounts
 * then, and a hash that is chained to the one before. What a check of the books covered and found is kept beside them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // Of everything that the ledger says of the transactions after `after` and up to `upto`, whatever the session's settings.
  await sql`
    create function ledger_stretch_hash(after bigint, upto bigint) returns bytea language sql stable parallel safe as $$
      select sha256(coalesce((
        select string_agg(int8send(t.id) || t.body_hash || int8send(coalesce(t.reverses, 0)) || uuid_send(t.cause_id)
          || timestamptz_send(t.effective_at) || timestamptz_send(t.created_at)
          || int4send(length(t.kind)) || textsend(t.kind) || int4send(length(t.idempotency_key)) || textsend(t.idempotency_key)
          || int4send(length(t.reference)) || textsend(t.reference) || int4send(length(t.cause)) || textsend(t.cause)
          || textsend(t.cause_part), '' order by t.id)
        from ledger_transaction t where t.id > after and t.id <= upto
      ), '') || coalesce((
        select string_agg(int8send(m.transaction_id) || int2send(m.seq) || int8send(m.debit_account)
          || int8send(m.credit_account) || int8send(m.amount_minor) || bpcharsend(m.currency), ''
          order by m.transaction_id, m.seq)
        from ledger_transfer m where m.transaction_id > after and m.transaction_id <= upto
      ), ''))
    $$`.execute(db);
  await sql`
    create function ledger_chained_hash(before bytea, after bigint, upto bigint, transactions bigint, transfers bigint)
    returns bytea language sql stable parallel safe as $$
      select sha256(coalesce(before, '') || int8send(after) || int8send(upto) || int8send(transactions) || int8send(transfers)
        || ledger_stretch_hash(after, upto))
    $$`.execute(db);
  await sql`
    create table ledger_checkpoints (
      id bigint primary key,
      -- The checkpoint before; each but the first has one, and none has two that follow.
      previous bigint unique references ledger_checkpoints,
      after_transaction bigint not null,
      upto_transaction bigint not null unique,
      transactions_count bigint not null,
      transfers_count bigint not null,
      hash bytea not null,
      taken_at timestamptz not null,
      check (upto_transaction > after_transaction),
      check ((previous is null) = (id = 1) and (id = 1 or previous = id - 1))
    )`.execute(db);
  // All accounts of creators of a code and currency are one; the owner is a country of VAT or a provider of clearing.
  await sql`
    create table ledger_checkpoint_sums (
      checkpoint_id bigint not null references ledger_checkpoints,
      code text not null,
      owner text not null,
      currency char(3) not null references currencies,
      debits bigint not null,
      credits bigint not null,
      primary key (checkpoint_id, code, owner, currency)
    )`.execute(db);
  for (const table of ["ledger_checkpoints", "ledger_checkpoint_sums"]) {
    await sql`
      create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.table(table)}
      for each row execute function refuse_change()`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  // Each account's sums up to the last checkpoint.
  await sql`
    create table ledger_account_marks (
      account_id bigint primary key references ledger_account,
      debits bigint not null,
      credits bigint not null
    )`.execute(db);
  // Nothing stands before the first transaction, nor where a number of JavaScript ends.
  await sql`
    alter table ledger_transaction add constraint ledger_transaction_id_counted check (id between 1 and 9007199254740991)`.execute(
    db,
  );
  await writeFunction(db);
  await sql`
    create table ledger_check_runs (
      id uuid primary key,
      extent text not null check (extent in ('DELTA', 'FULL')),
      started_at timestamptz not null,
      finished_at timestamptz not null,
      -- Which transactions were compared with their causes, and how many they were.
      after_transaction bigint not null,
      upto_transaction bigint not null,
      transactions_count bigint not null,
      checks_count int not null,
      -- What was found, by check: how many rows, and the first of them.
      faults jsonb not null
    )`.execute(db);
  await sql`create index ledger_check_runs_extent_idx on ledger_check_runs (extent, finished_at)`.execute(db);
  await sql`create index ledger_check_runs_finished_idx on ledger_check_runs (finished_at, id)`.execute(db);
}

/**
 * Takes the checkpoint that follows another one, with the sums of all accounts: the only way to write any, so that who has
 * the application's rights alone cannot make a mark say something else than the ledger. Somebody else's that came first
 * stays.
 */
async function writeFunction(db: Kysely<never>): Promise<void> {
  await sql`
    create function take_ledger_checkpoint(follows bigint, next_upto bigint, at timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      head ledger_checkpoints;
      begins bigint;
    begin
      perform pg_advisory_xact_lock(hashtextextended('ledger checkpoints', 0));
      select * into head from ledger_checkpoints order by id desc limit 1;
      if coalesce(head.id, 0) <> follows then
        return;
      end if;
      begins := coalesce(head.upto_transaction, 0);
      with counted as (
        select (select count(*) from ledger_transaction t where t.id > begins and t.id <= next_upto) as transactions,
          (select count(*) from ledger_transfer m where m.transaction_id > begins and m.transaction_id <= next_upto) as transfers
      )
      insert into ledger_checkpoints (id, previous, after_transaction, upto_transaction, transactions_count, transfers_count,
        hash, taken_at)
      select follows + 1, nullif(follows, 0), begins, next_upto, transactions, transfers,
        ledger_chained_hash(head.hash, begins, next_upto, transactions, transfers), at
      from counted;
      with change as (
        select account, sum(debit) as debits, sum(credit) as credits
        from ledger_transfer m
        cross join lateral (values (m.debit_account, m.amount_minor, 0), (m.credit_account, 0, m.amount_minor))
          as side (account, debit, credit)
        where m.transaction_id > begins and m.transaction_id <= next_upto
        group by account
      ), marked as (
        insert into ledger_account_marks as k (account_id, debits, credits) select account, debits, credits from change
        on conflict (account_id) do update set debits = k.debits + excluded.debits, credits = k.credits + excluded.credits
      ), summed as (
        select s.code, s.owner, s.currency, s.debits, s.credits from ledger_checkpoint_sums s where s.checkpoint_id = follows
        union all
        select a.code, case when a.keeps_balance then '' else a.owner end, a.currency, c.debits, c.credits
        from change c join ledger_account a on a.id = c.account
      )
      insert into ledger_checkpoint_sums (checkpoint_id, code, owner, currency, debits, credits)
      select follows + 1, s.code, s.owner, s.currency, sum(s.debits), sum(s.credits)
      from summed s group by s.code, s.owner, s.currency;
    end $$`.execute(db);
}
