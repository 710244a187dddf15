import { type Kysely, sql } from "kysely";
import pg from "pg";
import type { DB } from "../../../db/schema.ts";
import { eventually } from "../eventually.ts";

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

export interface HeldRow {
  table: "users" | "grouplists" | "countries";
  where: ReturnType<typeof sql>;
}

export type During = (trx: Kysely<DB>) => Promise<unknown>;

/** Lets `during` happen after a call has begun and before it can go on, since a row that it needs is held. */
export async function whileRowHeld<Answer>(
  db: Kysely<DB>,
  row: HeldRow,
  ask: () => Promise<Answer>,
  during: During,
): Promise<Answer> {
  const asked = await db.transaction().execute(async (trx) => {
    await sql`select 1 from ${sql.table(row.table)} where ${row.where} for update`.execute(trx);
    const answer = ask();
    await eventually("the call waits", async () => (await waitingFor(db)) > 0);
    await during(trx);
    return { answer };
  });
  return await asked.answer;
}
