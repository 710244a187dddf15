import { type Kysely, sql } from "kysely";

/**
 * Accounts at microblogging networks, and channels of chat servers, that creators link, and what is posted there. A post is made once for its reason and
 * subject, whatever becomes of the link. What posts cost is counted by month, in one row that the budget stops.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table microblog_requests (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      network text not null,
      authorize_url text not null,
      pending_encrypted bytea not null,
      tries_left integer not null check (tries_left >= 0),
      expires_at timestamptz not null,
      unique (user_id, network)
    )`.execute(db);
  await sql`create index microblog_requests_expires_idx on microblog_requests (expires_at, id)`.execute(db);
  await sql`
    create table microblog_links (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      network text not null,
      account_id text not null,
      handle text not null,
      credentials_encrypted bytea not null,
      linked_at timestamptz not null,
      failed_at timestamptz,
      rounds_at timestamptz not null,
      unique (user_id, network),
      -- Nothing opens an account whose owner has taken our access away.
      check ((length(credentials_encrypted) = 0) = (failed_at is not null))
    )`.execute(db);
  await sql`
    create table microblog_settings (
      user_id uuid not null references users on delete cascade,
      network text not null,
      on_new_tip boolean not null,
      show_amount boolean not null,
      tip_frequency text not null check (tip_frequency in ('ALL', 'HOURLY')),
      advert_frequency text not null check (advert_frequency in ('OFF', 'DAILY', 'WEEKLY')),
      on_achievement boolean not null,
      changed_at timestamptz not null,
      reached_currency char(3) references currencies,
      reached_minor bigint,
      reached_count integer,
      primary key (user_id, network)
    )`.execute(db);
  await sql`
    create table microblog_posts (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      network text not null,
      reason text not null check (reason in ('TIP', 'HOUR', 'SUM', 'COUNT', 'ADVERT')),
      subject text not null,
      text text not null,
      status text not null check (status in ('WAITING', 'SENDING', 'UNSURE', 'POSTED', 'DROPPED')),
      tries integer not null default 0,
      due_at timestamptz not null,
      sending_at timestamptz,
      ended_at timestamptz,
      post_id text,
      drop_reason text check (drop_reason in
        ('OFF', 'GONE', 'LATE', 'MANY', 'DUPLICATE', 'REFUSED', 'UNKNOWN', 'LINK_FAILED')),
      created_at timestamptz not null,
      unique (user_id, network, reason, subject),
      check ((status in ('POSTED', 'DROPPED')) = (ended_at is not null)),
      check ((status = 'DROPPED') = (drop_reason is not null))
    )`.execute(db);
  await sql`
    create index microblog_posts_due_idx on microblog_posts (network, due_at, id)
    where status in ('WAITING', 'SENDING', 'UNSURE')`.execute(db);
  await sql`
    create index microblog_posts_created_idx on microblog_posts (created_at, id)`.execute(db);
  await sql`
    create table microblog_months (
      network text,
      month date,
      spent_mills bigint not null check (spent_mills >= 0),
      paused_until timestamptz,
      pause_reason text,
      primary key (network, month)
    )`.execute(db);
}
