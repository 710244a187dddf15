import { type Kysely, sql } from "kysely";
import pg from "pg";
import type { DB } from "../../../db/schema.ts";

/** Holds every reader of a table until it is released. */
export async function lockTable(databaseUrl: string, table: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query(`lock table ${table} in access exclusive mode`);
  return { release: () => client.end() };
}

/** How many wait for a lock in the database. */
export async function waitingFor(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
