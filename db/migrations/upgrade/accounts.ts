import { type Kysely, sql } from "kysely";

export async function kosovo(db: Kysely<unknown>): Promise<void> {
  await sql`insert into countries values (250, 'XK') on conflict do nothing`.execute(db);
}

/**
 * First segments of coming addresses. A creator with such a name gets a provisional one and may choose
 * another; the old address redirects until then.
 */
export async function reservedUsernames(db: Kysely<unknown>): Promise<void> {
  await sql`alter table username_history alter column redirects_until drop not null`.execute(db);
  await sql`
    with holders as (
      select u.id, lower(u.username) as old_name, (
        select c.candidate from (select lower(u.username) || '-' || n as candidate from generate_series(1, 1000) n) c
        where not exists (select from users other where lower(other.username) = c.candidate)
          and not exists (select from username_history h where h.username = c.candidate)
        limit 1) as new_name
      from users u where lower(u.username) in ('overlay', 'embed', 'feed', 'oembed')
    ), renamed as (
      update users u set username = h.new_name, username_changed_at = null
      from holders h where u.id = h.id
    )
    insert into username_history (username, user_id, redirects_until)
    select old_name, id, null from holders
    on conflict (username) do update set user_id = excluded.user_id, redirects_until = null`.execute(db);
}

/** Pauses of creators; cached pages follow at once. */
export async function pausedCreators(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column paused_at timestamptz`.execute(db);
  await sql`drop trigger users_page_news on users`.execute(db);
  await sql`
    create trigger users_page_news after insert or update of
      name, username, avatar_id, header_id, status, currency, show_online_status, featured_at,
      default_price_per_message_minor, about, goal_title, goal_minor, goal_currency, goal_from, show_supporters,
      country_id, ranking_enabled_at, paused_at
    on users for each row execute function tell_page_news()`.execute(db);
}

/** Operators sign in again: their sessions precede these limits. */
export async function operatorSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column idle_seconds integer not null default 2592000,
      add column ends_at timestamptz,
      add column code_at timestamptz`.execute(db);
  await sql`delete from sessions s using users u where u.id = s.user_id and u.role = 'ADMIN'`.execute(db);
}

/** They go with the codes of a second factor. */
export async function passkeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key,
      user_id uuid not null references second_factors (user_id) on delete cascade,
      credential_id text not null unique check (length(credential_id) between 1 and 1400),
      public_key bytea not null check (length(public_key) <= 2000),
      counter bigint not null check (counter >= 0),
      transports text[] not null,
      name text not null check (length(name) between 1 and 40),
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_by_user on passkeys (user_id, created_at, id)`.execute(db);
  await sql`
    create table spent_passkey_challenges (
      challenge_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index spent_passkey_challenges_end on spent_passkey_challenges (expires_at)`.execute(db);
}

export async function sellerDetails(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seller_tax_details (
      user_id uuid primary key references users,
      kind text not null check (kind in ('PERSON', 'COMPANY')),
      -- Null where no number is issued, and of an account that is deleted.
      masked_tin text,
      encrypted bytea not null,
      changed_at timestamptz not null,
      -- The account was deleted: its profile is in the encrypted part.
      left_at timestamptz
    )`.execute(db);
  await sql`create index seller_tax_details_left_idx on seller_tax_details (left_at, user_id)
    where left_at is not null`.execute(db);
  await sql`
    create table seller_notices (
      id uuid primary key,
      creator_id uuid not null references users,
      year integer not null,
      -- BELOW: it was near once, and refunds took it back.
      state text not null check (state in ('BELOW', 'NEAR', 'REPORTABLE')),
      activities integer not null check (activities >= 0),
      -- In EUR; refunds may make it negative.
      credited_minor bigint not null,
      judged_at timestamptz not null,
      mails_count smallint not null default 0,
      mailed_at timestamptz,
      unique (creator_id, year),
      check ((mails_count = 0) = (mailed_at is null))
    )`.execute(db);
  await sql`create index seller_notices_year_idx on seller_notices (year, creator_id)`.execute(db);
  await sql`create index seller_notices_judged_idx on seller_notices (judged_at, id)`.execute(db);
}

export async function keptFormsEnd(db: Kysely<unknown>): Promise<void> {
  await sql`drop table kept_forms`.execute(db);
}
