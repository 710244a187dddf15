import { type Kysely, sql } from "kysely";
import { runSqlFile } from "../sql-files.ts";
import { allow } from "./allow.ts";
import { writeOnce } from "./write-once.ts";

export async function corrections(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_corrections (
      id uuid primary key,
      -- The accounts by their codes; the one of them that has an owner is this owner's.
      debit_code text not null check (debit_code in ('bank', 'own_funds', 'bank_fee', 'psp_clearing', 'vat_output', 'suspense', 'goodwill',
        'fx_position', 'creator_receivable', 'psp_fee', 'chargeback_fee', 'chargeback_loss', 'exchange_difference',
        'service_fee_revenue', 'breakage_revenue', 'creator_available')),
      credit_code text not null check (credit_code in ('bank', 'own_funds', 'bank_fee', 'psp_clearing', 'vat_output', 'suspense', 'goodwill',
        'fx_position', 'creator_receivable', 'psp_fee', 'chargeback_fee', 'chargeback_loss', 'exchange_difference',
        'service_fee_revenue', 'breakage_revenue', 'creator_available')),
      owner text not null,
      currency char(3) not null references currencies,
      amount_minor bigint not null check (amount_minor > 0),
      reference text not null check (reference <> ''),
      reason text not null check (reason <> ''),
      made_by uuid not null references users,
      -- Null where one operator works alone.
      approved_by uuid references users,
      posted_at timestamptz not null,
      check (debit_code <> credit_code),
      check (made_by <> approved_by)
    )`.execute(db);
  await sql`create index ledger_corrections_time_idx on ledger_corrections (posted_at, id)`.execute(db);
  await sql`
    create index ledger_corrections_suspense_idx on ledger_corrections (currency)
    where debit_code = 'suspense' or credit_code = 'suspense'`.execute(db);
  await sql`
    create table ledger_correction_reversals (
      correction_id uuid primary key references ledger_corrections,
      reason text not null check (reason <> ''),
      made_by uuid not null references users,
      approved_by uuid references users,
      reversed_at timestamptz not null,
      check (made_by <> approved_by)
    )`.execute(db);
  await writeOnce(db, "ledger_corrections", "ledger_correction_reversals");
  await allow(db, "operator_acts", "kind", ["CORRECTION", "CORRECTION_REVERSED"]);
}

/** Debts in one currency that their creators settle with available money in another, at the day's rate. */
export async function debtSetOffs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table debt_set_offs (
      id uuid primary key,
      creator_id uuid not null references users,
      from_currency char(3) not null references currencies,
      from_minor bigint not null check (from_minor > 0),
      debt_currency char(3) not null references currencies,
      debt_minor bigint not null check (debt_minor > 0),
      rate numeric(24, 12) not null check (rate > 0),
      rate_date date not null,
      set_off_at timestamptz not null,
      check (from_currency <> debt_currency)
    )`.execute(db);
  await sql`create index debt_set_offs_creator_idx on debt_set_offs (creator_id, set_off_at)`.execute(db);
  await writeOnce(db, "debt_set_offs");
}

/** A hash of the transactions' causes (docs/decisions/070). */
export async function causesOfCheckpoints(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, "20-checkpoint-functions.sql");
  await sql`alter table ledger_checkpoints add column causes_hash bytea`.execute(db);
  await sql`
    create or replace function chain_digest(r ledger_checkpoints) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to(jsonb_build_array(r.id, r.upto_transaction, encode(r.hash, 'hex'), extract(epoch from r.taken_at),
        encode(r.causes_hash, 'hex'))::text, 'UTF8'))
    $$`.execute(db);
  await sql`alter table ledger_checkpoints disable trigger ledger_checkpoints_rows_stay`.execute(db);
  await sql`
    with ends as materialized (select array_agg(upto_transaction order by id) as all_of_them from ledger_checkpoints),
    hashed as (
      select width_bucket(c.transaction_id - 1, ends.all_of_them) + 1 as id,
        sha256(string_agg(c.digest, '' order by c.transaction_id, c.part)) as hash
      from ends, ledger_causes(0, (select max(upto_transaction) from ledger_checkpoints)) as c group by 1
    )
    update ledger_checkpoints k set causes_hash = coalesce((select h.hash from hashed h where h.id = k.id), sha256(''))`.execute(
    db,
  );
  await sql`set constraints all immediate`.execute(db);
  await sql`alter table ledger_checkpoints enable trigger ledger_checkpoints_rows_stay`.execute(db);
  await sql`alter table ledger_checkpoints alter column causes_hash set not null`.execute(db);
}
