import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import pg from "pg";
import { createEmptyDatabase, type TestDatabase } from "./database.ts";

/**
 * `pg_dump --inserts` of a database of version f1322c4b: that version's whole world (tests/support/money/whole-world.ts),
 * an item, a bank statement, a checkpoint, and the usernames overlay, overlay-1, feed and ada.
 */
const DUMP = path.join(import.meta.dirname, "../fixtures/database-of-f1322c4b.sql.gz");

/** The time at which its story ends. */
export const EARLIER_NOW = new Date("2026-11-01T08:00:00Z");

/** A database as version f1322c4b left it, for a test that migrates it. */
export async function createEarlierDatabase(): Promise<TestDatabase> {
  const dump = await promisify(gunzip)(await readFile(DUMP));
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(dump.toString("utf8"));
  } finally {
    await client.end();
  }
  return database;
}
