import { type Kysely, sql } from "kysely";

/** Events about a connected account name no payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table provider_webhook_events alter column payment_id drop not null`.execute(db);
  await sql`
    create table sandbox.accounts (
      ref text primary key check (ref ~ '^acct_[0-9a-f]{32}$'),
      merchant_ref text not null check (length(merchant_ref) between 1 and 64),
      country text not null check (country ~ '^[A-Z]{2}$'),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      locale text not null check (locale ~ '^[a-z]{2}$'),
      notice_url text not null,
      link_token text unique check (length(link_token) = 43),
      link_expires_at timestamptz,
      return_url text,
      refresh_url text,
      is_submitted boolean not null default false,
      takes_payments boolean not null default false,
      pays_out boolean not null default false,
      due_names text[] not null,
      due_by timestamptz,
      disabled_reason text,
      legal_name text check (length(legal_name) <= 100),
      created_at timestamptz not null,
      disconnected_at timestamptz,
      constraint link_is_whole check (
        (link_token is null) = (link_expires_at is null) and (link_token is null) = (return_url is null)
        and (link_token is null) = (refresh_url is null)),
      constraint disconnected_takes_nothing check (
        disconnected_at is null or not (takes_payments or pays_out) and link_token is null and legal_name is null)
    )`.execute(db);
  await sql`
    create unique index accounts_merchant_ref_key on sandbox.accounts (merchant_ref) where disconnected_at is null`.execute(
    db,
  );
  await sql`
    create table sandbox.payouts (
      ref text primary key check (ref ~ '^po_[0-9a-f]{32}$'),
      account_ref text not null references sandbox.accounts,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      amount_minor bigint not null check (amount_minor > 0),
      state text not null check (state in ('PENDING', 'PAID', 'FAILED')),
      failure_code text,
      arrives_on date not null,
      created_at timestamptz not null,
      constraint payout_failure_has_code check ((state = 'FAILED') = (failure_code is not null))
    )`.execute(db);
  await sql`create index payouts_account on sandbox.payouts (account_ref)`.execute(db);
  await sql`
    alter table sandbox.payments
      add column account_ref text references sandbox.accounts,
      add column application_fee_minor bigint check (application_fee_minor between 0 and amount_minor),
      add constraint direct_is_whole check ((account_ref is null) = (application_fee_minor is null))`.execute(
    db,
  );
  await sql`
    create index payments_account on sandbox.payments (account_ref) where account_ref is not null`.execute(
    db,
  );
  await sql`
    alter table sandbox.refunds add column application_fee_minor bigint not null default 0
      check (application_fee_minor between 0 and amount_minor)`.execute(db);
  await sql`
    alter table sandbox.notices
      alter column payment_ref drop not null,
      add column account_ref text references sandbox.accounts,
      add constraint notice_has_subject check (num_nonnulls(payment_ref, account_ref) = 1)`.execute(db);
  await sql`create index notices_account on sandbox.notices (account_ref) where account_ref is not null`.execute(
    db,
  );
}
