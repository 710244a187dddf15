import { type Kysely, sql } from "kysely";

/** A goal may count what fans give each month instead of tips since a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column goal_is_monthly boolean not null default false`.execute(db);
  await sql`alter table profile_words add column goal_is_monthly boolean not null default false`.execute(db);
}
