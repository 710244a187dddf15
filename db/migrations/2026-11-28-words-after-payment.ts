import { type Kysely, sql } from "kysely";

/** Words that a fan writes after the payment, once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tips add column words_added_at timestamptz`.execute(db);
}
