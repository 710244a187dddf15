import { type Kysely, sql } from "kysely";

/** Amounts that a creator chooses for the first step of a tip, and the index by which tips of such amounts are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column tip_amounts_minor integer[] check (cardinality(tip_amounts_minor) between 3 and 6
        and 100 <= all (tip_amounts_minor) and 50000 >= all (tip_amounts_minor)),
      add column tip_amounts_currency char(3) references currencies,
      add column marked_amount_minor integer,
      add column marks_often_chosen boolean not null default true,
      add column only_items boolean not null default false,
      add constraint users_whole_amounts check ((tip_amounts_minor is null) = (tip_amounts_currency is null)),
      add constraint users_marked_amount check (marked_amount_minor is null
        or coalesce(marked_amount_minor = any (tip_amounts_minor), false))`.execute(db);
  await sql`drop trigger users_page_news on users`.execute(db);
  await sql`
    create trigger users_page_news after insert or update of
      name, username, avatar_id, header_id, status, currency, show_online_status, featured_at,
      default_price_per_message_minor, about, goal_title, goal_minor, goal_currency, goal_from, show_supporters,
      country_id, ranking_enabled_at, paused_at, tip_amounts_minor, tip_amounts_currency, marked_amount_minor,
      marks_often_chosen, only_items
    on users for each row execute function tell_page_news()`.execute(db);
  await sql`
    update tips t set is_ranked = false from tip_allocations a
    where a.tip_id = t.id and not a.is_ranked and t.group_tip_id is null and t.is_ranked`.execute(db);
  await sql`
    create index tips_chosen_amounts_idx on tips (creator_id, paid_at desc) include (currency, amount_minor)
    where paid_at is not null and tribute_item_id is null and voucher_id is null and group_tip_id is null
      and is_ranked and status in ('PENDING', 'ACTIVE', 'DECLINED')`.execute(db);
}
