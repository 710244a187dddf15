import { type Kysely, sql } from "kysely";

/** Which tips their creators have been told of by mail, or need not be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tips add column announced_at timestamptz`.execute(db);
  // What came before there were these mails is old news.
  await sql`update tips set announced_at = activated_at where status = 'ACTIVE'`.execute(db);
  await sql`
    create index tips_unannounced_idx on tips (creator_id, activated_at)
    where status = 'ACTIVE' and announced_at is null`.execute(db);
}
