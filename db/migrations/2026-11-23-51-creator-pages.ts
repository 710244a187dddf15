import { type Kysely, sql } from "kysely";

/**
 * A page that says who one is: a text, one goal, and the last supporters who agreed to be named there. What a rule
 * holds up waits in `profile_words`, while the page goes on showing what it showed. The goal's sum is read from the
 * roll-ups of tips, the supporters by an index: neither is kept a second time.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table users
      add column about text check (char_length(about) between 1 and 200),
      add column goal_title text check (char_length(goal_title) between 1 and 60),
      add column goal_minor bigint check (goal_minor > 0),
      add column goal_currency char(3) references currencies,
      add column goal_from date,
      add column show_supporters boolean not null default false,
      add constraint users_whole_goal check (
        num_nulls(goal_title, goal_minor, goal_currency, goal_from) in (0, 4))`.execute(db);
  await sql`
    create table profile_words (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null check (kind in ('ABOUT', 'GOAL')),
      words text not null,
      amount_minor bigint,
      currency char(3) references currencies,
      goal_from date,
      status text not null check (status in ('PENDING', 'ACTIVE', 'DECLINED')),
      review_reason text not null,
      decline_reason text,
      reviewed_by uuid references users,
      reviewed_at timestamptz,
      replaced_at timestamptz,
      created_at timestamptz not null,
      check (num_nulls(amount_minor, currency, goal_from) = case kind when 'GOAL' then 0 else 3 end)
    )`.execute(db);
  await sql`
    create unique index profile_words_waiting_idx on profile_words (user_id, kind) where status = 'PENDING'`.execute(
    db,
  );
  await sql`create index profile_words_of_user_idx on profile_words (user_id, kind, created_at desc)`.execute(
    db,
  );
  for (const [name, status] of [
    ["queue", "PENDING"],
    ["declined", "DECLINED"],
  ] as const)
    await sql`
      create index ${sql.id(`profile_words_${name}_idx`)} on profile_words (created_at, id)
      where status = ${sql.lit(status)}`.execute(db);
  await sql`create index profile_words_recent_idx on profile_words (created_at, id)`.execute(db);

  await sql`
    alter table tips
      add column show_on_page boolean not null default false,
      add column off_page_at timestamptz,
      add column off_page_by text check (off_page_by in ('FAN', 'CREATOR', 'OPERATOR')),
      add constraint tips_off_page check ((off_page_at is null) = (off_page_by is null))`.execute(db);
  // The same words as app/domain/users/on-page.ts, so that the page reads the last three rows of it.
  await sql`
    create index tips_on_page_idx on tips (creator_id, paid_at desc, id desc)
    where show_on_page and off_page_at is null and status = 'ACTIVE'
      and (sender_name is not null or message is not null)
      and (review_reason is null or review_reason = 'image' or reviewed_at is not null)`.execute(db);

  await sql`drop trigger users_page_news on users`.execute(db);
  await sql`
    create trigger users_page_news after insert or update of
      name, username, avatar_id, header_id, status, currency, show_online_status, featured_at,
      default_price_per_message_minor, about, goal_title, goal_minor, goal_currency, goal_from, show_supporters
    on users for each row execute function tell_page_news()`.execute(db);
  // A tip drops no page; whoever is taken off one is gone from it at once.
  await sql`
    create function tell_supporter_news() returns trigger language plpgsql as $$
    begin
      perform pg_notify('page_news', new.creator_id::text);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger tips_page_news after update of off_page_at on tips
    for each row when (old.off_page_at is distinct from new.off_page_at)
    execute function tell_supporter_news()`.execute(db);
}
