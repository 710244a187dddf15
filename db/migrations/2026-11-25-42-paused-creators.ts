import { type Kysely, sql } from "kysely";

/** Since when a creator receives no tips, by their own choice. Kept pages follow a change at once. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column paused_at timestamptz`.execute(db);
  await sql`drop trigger users_page_news on users`.execute(db);
  await sql`
    create trigger users_page_news after insert or update of
      name, username, avatar_id, header_id, status, currency, show_online_status, featured_at,
      default_price_per_message_minor, about, goal_title, goal_minor, goal_currency, goal_from, show_supporters,
      country_id, ranking_enabled_at, paused_at
    on users for each row execute function tell_page_news()`.execute(db);
}
