import { type Kysely, sql } from "kysely";

/** When an operator was told that a currency's last reference rate is too old: once for each. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table reference_rates add column alarmed_at timestamptz`.execute(db);
}
