import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { inject } from "vitest";
import { createDatabase } from "../../../db/index.ts";
import { migrateToLatest } from "../../../db/migrate.ts";
import type { DB } from "../../../db/schema.ts";
import type { TestDatabase } from "./database.ts";

/** The application's own role on a test's database, whose tables belong to another one. */
export interface ApplicationRole {
  role: string;
  db: Kysely<DB>;
  /** Closes `db` and drops the database and the role. */
  drop(): Promise<void>;
}

/** Makes the role, with the rights that a start of the product grants it. */
export async function createApplicationRole(database: TestDatabase): Promise<ApplicationRole> {
  const role = `tribute_app_${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(database.db);
  const url = Object.assign(new URL(database.url), { username: role, password });
  await migrateToLatest(database.url, url.href);
  const db = createDatabase(url.href);
  return {
    role,
    db,
    drop: async () => {
      await db.destroy();
      await database.drop();
      const admin = createDatabase(inject("testDatabase").adminUrl);
      await sql`drop role ${sql.id(role)}`.execute(admin);
      await admin.destroy();
    },
  };
}
