import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type CompiledQuery, Kysely } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { statementNames } from "../../../db/hot-query.ts";
import { createPool } from "../../../db/index.ts";
import { Dialect, QueryCompiler } from "../../../db/query-compiler.ts";
import type { DB } from "../../../db/schema.ts";
import { eventually } from "../eventually.ts";
import { withDatabase } from "./database-url.ts";

/** A migrated database of its own for a test file, or for one test. */
export interface TestDatabase {
  url: string;
  db: Kysely<DB>;
  /** Closes `db` and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** Hundreds at once wait for their turn, on a busy machine too. */
const PATIENCE_MS = 240_000;
const DESTROY_PATIENCE_MS = 5_000;
const OBJECT_IN_USE = "55006";
const NOT_ALLOWED = "42501";

/** A database with the demo world, and the files that belong to it: to be copied into the product's data folder. */
export interface DemoDatabase extends TestDatabase {
  dataFrom: string;
}

/** Copies the migrated template; several test files may do so at once. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await copyDatabase(inject("testDatabase").template);
}

/** Copies the demo world, which is made once for the projects that have a product. */
export async function createDemoDatabase(): Promise<DemoDatabase> {
  const { template, dataDir } = inject("demoWorld");
  return { ...(await copyDatabase(template)), dataFrom: dataDir };
}

/** A database without a table, for a test that migrates it itself. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await copyDatabase("template0");
}

/** Another pool on a test's database, as a second process has one. */
export function connectAgain(url: string): Kysely<DB> {
  const pool = createPool(url, { patienceMs: PATIENCE_MS });
  return new Kysely<DB>({ dialect: new PreparedDialect({ pool }) });
}

/** A connection prepares each read once: to plan them anew takes half of PostgreSQL's time, as most tests check the books. */
class PreparedDialect extends Dialect {
  override createQueryCompiler(): QueryCompiler {
    return new NamingCompiler();
  }
}

class NamingCompiler extends QueryCompiler {
  override compileQuery(...given: Parameters<QueryCompiler["compileQuery"]>): CompiledQuery {
    const compiled = super.compileQuery(...given);
    const { sql: text } = compiled;
    if (READ.test(text) && !ARBITER.test(text) && !statementNames.has(text))
      statementNames.set(text, createHash("sha1").update(text).digest("hex"));
    return compiled;
  }
}

const READ = /^(\s*--.*\n)*\s*(select|with)\b/;
/** A plan for all values cannot find an index whose condition is a parameter. */
const ARBITER = /on conflict/;

/** Copies a database that nobody is connected to. */
export async function copyDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl } = inject("testDatabase");
  const name = `tribute_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(adminUrl, async (admin) => {
    const deadline = Date.now() + 30_000;
    for (;;) {
      try {
        // As files, which needs no log of each page.
        await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
        return;
      } catch (error) {
        // A background process of the server may look at the template for a moment.
        const isBusy = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE;
        if (!isBusy || Date.now() > deadline) throw error;
      }
    }
  });
  const url = withDatabase(adminUrl, name);
  const db = connectAgain(url);
  return {
    url,
    db,
    drop: async () => {
      // A test that failed may have left a transaction open, and destroy waits for that: its connection is cut below.
      await Promise.race([db.destroy(), pause(DESTROY_PATIENCE_MS, undefined, { ref: false })]);
      await asAdmin(adminUrl, async (admin) => {
        await eventually(`the database ${name} is gone`, async () => await dropDatabase(admin, name));
      });
    },
  };
}

/** False while a background process of the server, such as autovacuum, is in it: nobody but a superuser ends those. */
async function dropDatabase(admin: pg.Client, name: string): Promise<boolean> {
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    return true;
  } catch (error) {
    const isBusy =
      error instanceof pg.DatabaseError && [OBJECT_IN_USE, NOT_ALLOWED].includes(error.code ?? "");
    if (isBusy) return false;
    throw error;
  }
}

async function asAdmin(url: string, action: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await action(admin);
  } finally {
    await admin.end();
  }
}
