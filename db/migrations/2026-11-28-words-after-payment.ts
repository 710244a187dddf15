import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tips add column words_added_at timestamptz`.execute(db);
}
