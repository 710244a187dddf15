import { type Kysely, sql } from "kysely";

/** A creator's links to a case end with the address that they were mailed to; that the creator was told of it stays known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table content_case_links add column is_void boolean not null default false`.execute(db);
}
