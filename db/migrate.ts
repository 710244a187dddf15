import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { createPool } from "./index.ts";
import { migrations, migrationsAfter } from "./migrations/index.ts";
import { installQueues } from "./queues.ts";
import { DatabaseUnusableError } from "./require-database.ts";
import { grantApplicationRole } from "./roles.ts";
import type { DB } from "./schema.ts";

/**
 * Under Kysely's lock: several instances may start at once. With DATABASE_MIGRATION_URL it grants
 * `applicationUrl`'s role only what it needs. A role that may not migrate needs a complete schema, else
 * DatabaseUnusableError.
 */
export async function migrateToLatest(url: string, applicationUrl: string = url): Promise<void> {
  const pool = createPool(url, { max: 2, applicationName: "tribute-migrate" });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { role, may_migrate, may_read } = await readRights(db);
    if (!may_migrate) {
      if (may_read && (await isMigrated(db))) return;
      const setting = url === applicationUrl ? "DATABASE_URL" : "DATABASE_MIGRATION_URL";
      throw new DatabaseUnusableError(
        `The database of ${setting} cannot be used: its tables are missing or of another version, and the role ${role} may not make them; set DATABASE_MIGRATION_URL to the role that owns the database, or run "npm run migrate" with it`,
      );
    }
    await migrate(db, url === applicationUrl ? "DATABASE_URL" : "DATABASE_MIGRATION_URL");
    await installQueues(url);
    await grantApplicationRole(db, applicationUrl);
  } finally {
    await db.destroy();
  }
}

/** Reads the migrations under the lock, after another instance's. */
async function migrate(db: Kysely<unknown>, setting: string): Promise<void> {
  const getMigrations = async () => {
    const found = migrationsAfter(await listDone(db));
    if (found !== "too_old") return found;
    throw new DatabaseUnusableError(
      `The database of ${setting} cannot be used: its tables are of a version before 25 November 2026; start version f1322c4b with it once, then this one`,
    );
  };
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error) throw error;
}

async function listDone(db: Kysely<DB> | Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

export async function isMigrated(db: Kysely<DB> | Kysely<unknown>): Promise<boolean> {
  const done = new Set(await listDone(db));
  return Object.keys(migrations).every((name) => done.has(name));
}

interface Rights {
  role: string;
  may_migrate: boolean;
  may_read: boolean;
}

async function readRights(db: Kysely<unknown>): Promise<Rights> {
  const { rows } = await sql<Rights>`
    with list as (select to_regclass('public.kysely_migration') as oid)
    select current_user::text as role,
      coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class where pg_class.oid = list.oid),
        has_database_privilege(current_database(), 'create')
          and has_schema_privilege(to_regnamespace('public')::oid, 'create'),
        false
      ) as may_migrate,
      coalesce(has_table_privilege(list.oid, 'select'), false) as may_read
    from list`.execute(db);
  const [rights] = rows;
  if (!rights) throw new Error("PostgreSQL says nothing of its own role");
  return rights;
}
