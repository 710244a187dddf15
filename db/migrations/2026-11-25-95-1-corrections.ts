import { type Kysely, sql } from "kysely";

/** Correcting entries of two operators, and those that were taken back (docs/money.md, 3). Written once. */
export async function up(db: Kysely<never>): Promise<void> {
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
  for (const table of ["ledger_corrections", "ledger_correction_reversals"]) {
    await sql`
      create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.table(table)}
      for each row execute function refuse_change()`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  await sql`alter table operator_acts drop constraint operator_acts_kind_check`.execute(db);
  await sql`
    alter table operator_acts add constraint operator_acts_kind_check check (kind in ('REFUND', 'GOODWILL', 'WRITE_OFF',
      'SUSPENSE_KEPT', 'SUSPENSE_RETURNED', 'FREEZE_LIFTED', 'PAYOUT_DATA', 'BATCH_RELEASE', 'PAYOUT_FAILED',
      'PAYOUT_BOUNCED', 'SETTLEMENT_REVERSED', 'PAYMENT_REPORTED', 'PROVIDER_REPORT', 'CORRECTION',
      'CORRECTION_REVERSED'))`.execute(db);
}
