import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../../db/embedded.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import { withDatabase } from "./database-url.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** May make and drop databases; every test database is a copy of the template. */
    testDatabase: { adminUrl: string; template: string };
  }
}

/** Nothing here outlives the tests, so nothing is waited for: no power cut has to be survived. */
const THROW_AWAY = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
};

/**
 * One PostgreSQL for a run of a test project, with a migrated template database. TEST_DATABASE_URL names another one,
 * 15 or later, whose role may make databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `tribute_template_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${template}`);
    await migrateToLatest(withDatabase(server.adminUrl, template));
    // A template that somebody is connected to cannot be copied.
    await admin.query(`ALTER DATABASE ${template} WITH ALLOW_CONNECTIONS false`);
  } catch (error) {
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.close();
    throw error;
  } finally {
    await admin.end();
  }
  project.provide("testDatabase", { adminUrl: server.adminUrl, template });

  return async () => {
    const last = new pg.Client({ connectionString: server.adminUrl });
    await last.connect();
    await last.query(`DROP DATABASE ${template} WITH (FORCE)`);
    await last.end();
    await server.close();
  };
}

async function openServer(): Promise<{ adminUrl: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, close: async () => undefined };
  const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-test-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const embedded = await startEmbedded({ dataDir, settings: THROW_AWAY });
    return { adminUrl: embedded.url, close: () => embedded.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
