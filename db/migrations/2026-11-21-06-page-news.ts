import { type Kysely, sql } from "kysely";

/** Changes of what a creator's page shows are told to every process at once, so that cached pages go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_page_news() returns trigger language plpgsql as $$
    declare
      creator uuid;
    begin
      if tg_table_name = 'users' then creator := new.id;
      elsif tg_op = 'DELETE' then creator := old.user_id;
      else creator := new.user_id;
      end if;
      perform pg_notify('page_news', creator::text);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_page_news after insert or update of
      name, username, avatar_id, header_id, status, currency, show_online_status, featured_at,
      default_price_per_message_minor
    on users for each row execute function tell_page_news()`.execute(db);
  for (const table of ["social_links", "tribute_items"]) {
    await sql`
      create trigger ${sql.id(`${table}_page_news`)} after insert or update or delete
      on ${sql.id(table)} for each row execute function tell_page_news()`.execute(db);
  }
}
