import { type Kysely, sql } from "kysely";

/** For charges without the payer; a page for another one is a method to come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox.methods (
      ref text primary key check (ref ~ '^pm_[0-9a-f]{32}$'),
      customer_ref text not null check (customer_ref ~ '^cus_[0-9a-f]{32}$'),
      account_ref text references sandbox.accounts,
      type text not null check (type in ('INETCASH_CC', 'INETCASH_DD')),
      instrument text,
      label text check (length(label) <= 40),
      expires_on date,
      created_at timestamptz not null,
      set_up_id text unique check (length(set_up_id) between 1 and 64),
      body_hash text check (length(body_hash) = 64),
      page_token text unique check (length(page_token) = 43),
      page_expires_at timestamptz,
      currency text check (currency ~ '^[A-Z]{3}$'),
      locale text check (locale ~ '^[a-z]{2}$'),
      success_url text,
      failed_url text,
      notice_url text,
      constraint page_is_whole check (num_nonnulls(set_up_id, body_hash, page_token, page_expires_at, currency, locale,
        success_url, failed_url, notice_url) in (0, 9)),
      constraint method_is_whole check ((instrument is null) = (label is null)),
      constraint method_comes_by_page check (label is not null or set_up_id is not null)
    )`.execute(db);
  await sql`create index methods_to_come on sandbox.methods (created_at) where label is null`.execute(db);
  await sql`
    alter table sandbox.payments
      add column saves_method boolean not null default false,
      add column method_ref text`.execute(db);
  await sql`
    alter table sandbox.notices
      drop constraint notice_has_subject,
      add column method_ref text references sandbox.methods on delete cascade,
      add constraint notice_has_subject check (num_nonnulls(payment_ref, account_ref, method_ref) = 1) not valid`.execute(
    db,
  );
  await sql`create index notices_method on sandbox.notices (method_ref) where method_ref is not null`.execute(
    db,
  );
}
