import { type Kysely, sql } from "kysely";

/** What pages were seen, counted by day; who came is known for the day alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table traffic_days (
      day date primary key,
      -- The secret that visitors' keys are made with; gone when the day is over.
      salt bytea,
      visitors_count integer not null default 0
    )`.execute(db);
  await sql`
    create table traffic_visitors (
      day date not null,
      visitor_key bytea not null,
      primary key (day, visitor_key)
    )`.execute(db);
  await sql`
    create table traffic_views (
      day date not null,
      pattern text not null,
      step text not null,
      creator text not null,
      asked_locale text not null,
      locale text not null,
      referrer_host text not null,
      views_count integer not null check (views_count > 0),
      primary key (day, pattern, step, creator, asked_locale, locale, referrer_host)
    )`.execute(db);
  await sql`
    create table traffic_entities (
      day date not null,
      entity_type text not null check (entity_type in ('user', 'item')),
      entity_id uuid not null,
      event text not null check (event in ('view', 'share')),
      events_count integer not null check (events_count > 0),
      primary key (day, entity_type, entity_id, event)
    )`.execute(db);
  // For the deletion of an account.
  await sql`create index traffic_entities_entity_idx on traffic_entities (entity_id)`.execute(db);
}
