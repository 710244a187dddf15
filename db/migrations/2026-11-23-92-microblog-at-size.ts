import { type Kysely, sql } from "kysely";

/**
 * An account at a network has one link that works: a network gives an app one access to an account, and whoever gives it
 * back ends it for all. Posts know whether they say an amount, so that none is posted once amounts are hidden. What each
 * minute reads is read by index, however much was posted before.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update microblog_links l set failed_at = now(), credentials_encrypted = ''
    where l.failed_at is null and exists (
      select from microblog_links newer where newer.network = l.network and newer.account_id = l.account_id
        and newer.failed_at is null and (newer.linked_at, newer.id) > (l.linked_at, l.id))`.execute(db);
  await sql`
    create unique index microblog_links_account_key on microblog_links (network, account_id)
    where failed_at is null`.execute(db);
  await sql`
    create index microblog_links_rounds_idx on microblog_links (rounds_at) where failed_at is null`.execute(
    db,
  );
  await sql`
    create index microblog_links_failed_idx on microblog_links (network, failed_at)
    where failed_at is not null`.execute(db);
  await sql`alter table microblog_posts add column says_amount boolean`.execute(db);
  await sql`
    update microblog_posts p set says_amount = p.reason in ('TIP', 'HOUR', 'SUM') and s.show_amount
    from microblog_settings s where s.user_id = p.user_id and s.network = p.network`.execute(db);
  await sql`update microblog_posts set says_amount = false where says_amount is null`.execute(db);
  await sql`alter table microblog_posts alter column says_amount set not null`.execute(db);
  await sql`
    create index microblog_posts_sent_idx on microblog_posts (user_id, network, sending_at)
    where status <> 'DROPPED'`.execute(db);
  await sql`
    create index microblog_posts_tips_idx on microblog_posts (user_id, network, created_at)
    where reason = 'TIP'`.execute(db);
  await sql`
    create index microblog_posts_dropped_idx on microblog_posts (network, ended_at)
    where status = 'DROPPED'`.execute(db);
}
