import { type Kysely, sql } from "kysely";

/** Creators get their money: where it goes, each payout, the monthly runs, the banks' batches and the statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One row each time that a creator enters payout data. What identifies an account is sealed; the rest is for lists.
  await sql`
    create table payout_details (
      id uuid primary key,
      user_id uuid not null references users,
      status text not null check (status in ('CODE_SENT', 'PENDING', 'ACCEPTED', 'DECLINED', 'REPLACED')),
      sealed bytea not null,
      bank_country char(2) references countries (iso_3166_1),
      has_paxum boolean not null,
      -- "DE•• •••• 3000": enough to know it by, not enough to use it.
      hint text not null,
      code_expires_at timestamptz,
      code_tries_left smallint,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      decided_at timestamptz,
      decided_by uuid references users,
      decline_reason text,
      check (status not in ('PENDING', 'ACCEPTED') or confirmed_at is not null),
      check ((status = 'CODE_SENT') = (code_expires_at is not null))
    )`.execute(db);
  await sql`
    create unique index payout_details_accepted_key on payout_details (user_id) where status = 'ACCEPTED'`.execute(
    db,
  );
  await sql`
    create unique index payout_details_open_key on payout_details (user_id)
    where status in ('CODE_SENT', 'PENDING')`.execute(db);
  await sql`create index payout_details_review_idx on payout_details (confirmed_at) where status = 'PENDING'`.execute(
    db,
  );
  await sql`create index payout_details_user_idx on payout_details (user_id, created_at)`.execute(db);

  await sql`
    create table payout_runs (
      -- "2026-12": once a month, however often it is started.
      period char(7) primary key,
      started_at timestamptz not null,
      finished_at timestamptz,
      payouts_count integer not null default 0
    )`.execute(db);

  await sql`
    create table payout_batches (
      id uuid primary key,
      rail text not null check (rail in ('SEPA', 'BANK_CSV', 'PAXUM_CSV')),
      currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
      payouts_count integer not null check (payouts_count > 0),
      total_minor bigint not null check (total_minor > 0),
      file_name text not null,
      content_type text not null,
      -- Made once: whoever fetches it again gets the same bytes.
      file_sealed bytea not null,
      file_sha256 bytea not null,
      created_by uuid not null references users,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table payouts (
      id uuid primary key,
      creator_id uuid not null references users,
      currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
      amount_minor bigint not null check (amount_minor > 0),
      fee_minor bigint not null check (fee_minor >= 0),
      fee_vat_minor bigint not null check (fee_vat_minor >= 0),
      fee_vat_country char(2) references countries (iso_3166_1),
      net_minor bigint not null check (net_minor > 0),
      payout_type text not null check (payout_type in ('MONTHLY', 'MANUAL')),
      method text not null check (method in ('BANK', 'PAXUM')),
      rail text not null check (rail in ('SEPA', 'BANK_CSV', 'PAXUM_CSV')),
      details_id uuid not null references payout_details,
      period char(7) references payout_runs,
      status text not null check (status in ('REQUESTED', 'PROCESSING', 'PAID', 'FAILED')),
      failure_reason text,
      batch_id uuid references payout_batches,
      requested_at timestamptz not null,
      paid_at timestamptz,
      failed_at timestamptz,
      check (net_minor = amount_minor - fee_minor),
      check (fee_vat_minor <= fee_minor),
      check ((payout_type = 'MONTHLY') = (period is not null)),
      check ((status in ('PROCESSING', 'PAID')) <= (batch_id is not null)),
      check ((status = 'FAILED') = (failed_at is not null)),
      check (status <> 'PAID' or paid_at is not null)
    )`.execute(db);
  // Not two at once, whatever is pressed twice; and one a month, whatever is started twice.
  await sql`
    create unique index payouts_one_open on payouts (creator_id, currency)
    where status in ('REQUESTED', 'PROCESSING')`.execute(db);
  await sql`
    create unique index payouts_one_a_month on payouts (creator_id, currency, period) where period is not null`.execute(
    db,
  );
  await sql`create index payouts_creator_idx on payouts (creator_id, requested_at desc)`.execute(db);
  await sql`create index payouts_queue_idx on payouts (rail, currency, requested_at) where status = 'REQUESTED'`.execute(
    db,
  );
  await sql`create index payouts_batch_idx on payouts (batch_id) where batch_id is not null`.execute(db);
  await sql`create index payouts_period_idx on payouts (period) where period is not null`.execute(db);
  await sql`create index payouts_details_idx on payouts (details_id)`.execute(db);

  // Numbers without gaps: the next one is taken in the transaction that uses it, under this row's lock.
  await sql`create table document_series (name text primary key, last_number bigint not null default 0)`.execute(
    db,
  );
  await sql`
    create table payout_statements (
      payout_id uuid primary key references payouts,
      number bigint not null unique,
      -- Everything that the paper says, as it was when it was issued.
      facts jsonb not null,
      issued_at timestamptz not null
    )`.execute(db);
}
