import { type Kysely, sql } from "kysely";

/** Each month's charge is a tip of its own (docs/decisions/103). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tip_series (
      id uuid primary key,
      creator_id uuid references users,
      grouplist_id uuid references grouplists,
      chosen_creator_ids uuid[],
      status text not null check (status in ('BEGUN', 'ACTIVE', 'UNPAID', 'SUSPENDED', 'ENDED')),
      amount_minor bigint not null check (amount_minor > 0),
      currency text not null,
      day smallint not null check (day between 1 and 31),
      sender_name text,
      sender_email text,
      share_email boolean not null,
      show_on_page boolean not null,
      locale text not null,
      payment_type text not null check (payment_type in ('INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD')),
      country text not null,
      description text not null,
      consent text not null,
      consented_at timestamptz not null,
      total_minor bigint not null check (total_minor >= amount_minor),
      announced_total_minor bigint check (announced_total_minor >= amount_minor),
      announced_at timestamptz,
      provider text,
      account_ref text,
      customer_ref text,
      method_ref text,
      method_label text,
      method_expires_on date,
      next_charge_on date,
      charge_month date check (extract(day from charge_month) = 1),
      paid_for date check (extract(day from paid_for) = 1),
      charging_payment_id uuid,
      failures smallint not null default 0,
      unpaid_since date,
      set_up_ref text,
      problem text check (problem in ('RETRY', 'METHOD', 'CONFIRM', 'RECEIVER')),
      paused_until date,
      has_reminders boolean not null default true,
      reminded_for date,
      end_reason text check (end_reason in ('FAN', 'OPERATOR', 'DISPUTE', 'UNPAID', 'RECEIVER_GONE', 'RECEIVER_UNABLE', 'CURRENCY')),
      ended_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint tip_series_one_receiver check ((creator_id is null) <> (grouplist_id is null)),
      constraint tip_series_announced check ((announced_total_minor is null) = (announced_at is null)),
      constraint tip_series_ended check ((status = 'ENDED') = (ended_at is not null) and (ended_at is null) = (end_reason is null)),
      constraint tip_series_charged check (status not in ('ACTIVE', 'UNPAID') or (next_charge_on is not null and charge_month is not null and method_ref is not null)),
      constraint tip_series_method check ((method_ref is null) = (customer_ref is null))
    )`.execute(db);
  await sql`create index tip_series_due on tip_series (next_charge_on) where status in ('ACTIVE', 'UNPAID')`.execute(
    db,
  );
  await sql`create index tip_series_charging on tip_series (charging_payment_id) where charging_payment_id is not null`.execute(
    db,
  );
  await sql`create index tip_series_set_up on tip_series (provider, set_up_ref) where set_up_ref is not null`.execute(
    db,
  );
  await sql`create index tip_series_of_creator on tip_series (creator_id, created_at desc) where creator_id is not null`.execute(
    db,
  );
  await sql`create index tip_series_of_group on tip_series (grouplist_id) where grouplist_id is not null`.execute(
    db,
  );
  await sql`create index tip_series_of_fan on tip_series (lower(sender_email)) where sender_email is not null`.execute(
    db,
  );
  await sql`
    alter table tips
      add column is_monthly boolean not null default false,
      add column series_id uuid references tip_series,
      add column series_month date,
      add constraint tips_series_month check (series_month is null or (series_id is not null and extract(day from series_month) = 1)) not valid`.execute(
    db,
  );
  await sql`create unique index tips_once_a_month on tips (series_id, series_month) where series_id is not null`.execute(
    db,
  );
}
