import { type Kysely, sql } from "kysely";
import { COUNTRIES } from "./data/countries.ts";
import { REFERENCE_RATES, VAT_RATES } from "./data/rates.ts";

const CURRENCY_DIGITS: Record<string, number> = { ISK: 0, JPY: 0, KRW: 0 };

/** Accounts, and what every account refers to: countries, currencies, rates, media files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table currencies (
      code char(3) primary key check (code ~ '^[A-Z]{3}$'),
      digits smallint not null check (digits between 0 and 3),
      is_profile_currency boolean not null default false
    )`.execute(db);

  await sql`
    create table countries (
      id integer primary key,
      iso_3166_1 char(2) not null unique check (iso_3166_1 ~ '^[A-Z]{2}$')
    )`.execute(db);

  await sql`
    create table reference_rates (
      rate_date date not null,
      currency char(3) not null references currencies,
      units_per_euro numeric(18, 8) not null check (units_per_euro > 0),
      source text not null,
      primary key (currency, rate_date)
    )`.execute(db);

  await sql`
    create table vat_rates (
      country char(2) not null references countries (iso_3166_1),
      valid_from date not null,
      rate_bps integer not null check (rate_bps between 0 and 5000),
      primary key (country, valid_from)
    )`.execute(db);

  await sql`
    create table media_files (
      id uuid primary key,
      key text not null check (key in ('AVATAR', 'HEADER', 'TRIBUTE_IMAGE', 'TIP_IMAGE', 'GROUPLIST_AVATAR')),
      is_public boolean not null,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      variants jsonb not null,
      owner_id uuid,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table users (
      id uuid primary key,
      email text not null check (length(email) between 3 and 254),
      password_hash text,
      role text not null default 'CREATOR' check (role in ('CREATOR', 'ADMIN')),
      name text,
      username text check (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]{1,23}[A-Za-z0-9]$'),
      username_changed_at timestamptz,
      avatar_id uuid references media_files on delete set null,
      header_id uuid references media_files on delete set null,
      firstname text,
      lastname text,
      country_id integer references countries,
      company text,
      eu_ust_id text,
      address text,
      zipcode text,
      city text,
      date_of_birth date,
      status text not null default 'CREATED'
        check (status in ('CREATED', 'PENDING', 'ACTIVE', 'DECLINED', 'LOCKED', 'CHARGEBACK')),
      email_verified_at timestamptz,
      verification_terms_accepted_at timestamptz,
      verification_terms_declined_at timestamptz,
      has_new_tips boolean not null default false,
      currency char(3) not null default 'EUR' references currencies check (currency in ('EUR', 'USD', 'GBP')),
      ranking_enabled_at timestamptz,
      payout_type_id smallint not null default 1 check (payout_type_id in (1, 2)),
      payout_method text not null default 'BANK' check (payout_method in ('BANK', 'PAXUM')),
      min_payout_minor bigint check (min_payout_minor >= 0),
      default_price_per_message_minor bigint check (default_price_per_message_minor between 100 and 50000),
      show_online_status boolean not null default true,
      last_seen_at timestamptz,
      email_notifications text not null default 'OFF' check (email_notifications in ('OFF', 'DAILY', 'AT_ONCE')),
      locale char(2) check (locale in ('en', 'de')),
      featured_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (status = 'CREATED' or username is not null)
    )`.execute(db);
  await sql`create unique index users_email_key on users (lower(email))`.execute(db);
  await sql`create unique index users_username_key on users (lower(username))`.execute(db);
  await sql`create index users_featured_at_idx on users (featured_at) where featured_at is not null`.execute(
    db,
  );

  await sql`
    create table account_status_events (
      id bigint generated always as identity primary key,
      user_id uuid not null references users,
      from_status text not null,
      to_status text not null,
      reason text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index account_status_events_user_idx on account_status_events (user_id, id)`.execute(db);

  await sql`
    create table social_links (
      user_id uuid not null references users on delete cascade,
      network text not null
        check (network in ('instagram', 'twitter', 'finmessage', 'tiktok', 'twitch', 'youtube', 'dommelink')),
      handle text not null check (length(handle) between 1 and 100),
      is_visible boolean not null default true,
      primary key (user_id, network)
    )`.execute(db);

  await insertReferenceData(db);
}

async function insertReferenceData(db: Kysely<unknown>): Promise<void> {
  const currencies = ["EUR", ...Object.keys(REFERENCE_RATES.rates)];
  for (const code of currencies) {
    const isProfile = ["EUR", "USD", "GBP"].includes(code);
    await sql`insert into currencies values (${code}, ${CURRENCY_DIGITS[code] ?? 2}, ${isProfile})`.execute(
      db,
    );
  }
  for (const [index, code] of COUNTRIES.entries()) {
    await sql`insert into countries values (${index + 1}, ${code})`.execute(db);
  }
  for (const [currency, rate] of Object.entries(REFERENCE_RATES.rates)) {
    await sql`insert into reference_rates values (${REFERENCE_RATES.date}, ${currency}, ${rate}, 'snapshot')`.execute(
      db,
    );
  }
  for (const [country, percent] of Object.entries(VAT_RATES)) {
    await sql`insert into vat_rates values (${country}, '2026-01-01', ${Math.round(percent * 100)})`.execute(
      db,
    );
  }
}
