import { type Kysely, sql } from "kysely";

/** A fan can also agree to be shown after paying: the kept page follows, as it does when they are taken off. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop trigger tips_page_news on tips`.execute(db);
  await sql`
    create trigger tips_page_news after update of off_page_at, show_on_page on tips
    for each row when (
      old.off_page_at is distinct from new.off_page_at
      or (new.paid_at is not null and old.show_on_page <> new.show_on_page)
    )
    execute function tell_supporter_news()`.execute(db);
}
