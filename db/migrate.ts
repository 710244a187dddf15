import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { createPool } from "./index.ts";
import { migrations } from "./migrations/index.ts";
import { installQueues } from "./queues.ts";
import { grantApplicationRole } from "./roles.ts";
import type { DB } from "./schema.ts";

/**
 * Brings the database to the newest schema, under Kysely's migration lock, so that several instances may start at
 * once. `url` is DATABASE_MIGRATION_URL where the tables have an owner of their own; then the application's role,
 * named by `applicationUrl`, is granted what it needs and nothing more. Throws the failing migration's error.
 */
export async function migrateToLatest(url: string, applicationUrl: string = url): Promise<void> {
  const pool = createPool(url, { max: 2, applicationName: "tribute-migrate" });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    await installQueues(url);
    await grantApplicationRole(db, applicationUrl);
  } finally {
    await db.destroy();
  }
}

/** True when every migration of this build has run. */
export async function isMigrated(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  return Object.keys(migrations).every((name) => done.has(name));
}
