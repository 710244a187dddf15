import { type Kysely, sql } from "kysely";

/** Receivers written for Ko-fi know donations alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_endpoints
      add column format text not null default 'STANDARD' check (format in ('STANDARD', 'KO_FI')),
      add check (format = 'STANDARD' or events = array['tip.received'])`.execute(db);
}
