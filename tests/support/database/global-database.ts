import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../../../db/embedded.ts";
import { migrateToLatest } from "../../../db/migrate.ts";
import { makeQuickFolder } from "../../../scripts/quick-folder.ts";
import {
  copyPostgres,
  EMPTY_DATABASE,
  filesOf,
  query,
  THROW_AWAY,
  WORLD_DATABASE,
} from "../fixtures/demo-world.ts";
import { startProduct } from "../http/product.ts";
import { withDatabase } from "./database-url.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** May make and drop databases; every test database is a copy of the template. */
    testDatabase: { adminUrl: string; template: string };
    /** The demo world as it was made: a database to copy, and the product's data folder that belongs to it. */
    demoWorld: { template: string; dataDir: string };
  }
}

/**
 * One PostgreSQL for a run of a test project, with a migrated template database, and with the demo world where
 * global-world has run before. TEST_DATABASE_URL names another PostgreSQL, 15 or later, whose role may make databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { world } = project.getProvidedContext();
  const given = process.env.TEST_DATABASE_URL;
  const { testDatabase, demoWorld, close } = await (given
    ? fillServer(given, world !== undefined)
    : openServer(world));
  project.provide("testDatabase", testDatabase);
  if (demoWorld) project.provide("demoWorld", demoWorld);
  return close;
}

interface Server {
  testDatabase: { adminUrl: string; template: string };
  demoWorld?: { template: string; dataDir: string };
  close(): Promise<void>;
}

/** A PostgreSQL of ours: a copy of the world's, or an empty one. */
async function openServer(world: string | undefined): Promise<Server> {
  const dataDir = makeQuickFolder();
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    if (world) await copyPostgres(world, dataDir);
    const { url, stop } = await startEmbedded({ dataDir, settings: THROW_AWAY });
    const close = () => stop().then(remove);
    try {
      // A template that somebody is connected to cannot be copied.
      const adminUrl = withDatabase(url, "postgres");
      if (!world) await makeEmpty(adminUrl, EMPTY_DATABASE);
      for (const name of [EMPTY_DATABASE, ...(world ? [WORLD_DATABASE] : [])])
        await closeDoor(adminUrl, name);
      return {
        testDatabase: { adminUrl, template: EMPTY_DATABASE },
        ...(world && { demoWorld: { template: WORLD_DATABASE, dataDir: filesOf(world) } }),
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The same on somebody's PostgreSQL, where the world is made anew and nothing is left behind. */
async function fillServer(adminUrl: string, withWorld: boolean): Promise<Server> {
  const run = randomBytes(4).toString("hex");
  const [template, world] = [`tribute_template_${run}`, `tribute_world_${run}`];
  const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-files-"));
  const close = async () => {
    for (const name of [world, template])
      await query(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeEmpty(adminUrl, template);
    await closeDoor(adminUrl, template);
    if (!withWorld) return { testDatabase: { adminUrl, template }, close };
    await query(adminUrl, `CREATE DATABASE ${world} TEMPLATE ${template}`);
    const product = await startProduct(withDatabase(adminUrl, world));
    await cp(product.dataDir, dataDir, { recursive: true });
    await product.stop();
    await closeDoor(adminUrl, world);
    return { testDatabase: { adminUrl, template }, demoWorld: { template: world, dataDir }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeEmpty(adminUrl: string, name: string): Promise<void> {
  await query(adminUrl, `CREATE DATABASE ${name}`);
  await migrateToLatest(withDatabase(adminUrl, name));
}

async function closeDoor(adminUrl: string, name: string): Promise<void> {
  await query(adminUrl, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
}
