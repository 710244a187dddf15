import { type Kysely, sql } from "kysely";

/**
 * Reserves the first segments of coming addresses. A creator with such a username keeps the page under a provisional
 * one and may choose another at once; the old address redirects until then (redirects_until null).
 */
export async function up(db: Kysely<never>): Promise<void> {
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
