import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { withDatabase } from "./database-url.ts";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The product with its demo world, shared by all tests of a project: each makes tips of its own. */
    product: { url: string; databaseUrl: string; dataDir: string };
    /** The demo world as it was made: a database to copy, and the product's data folder that belongs to it. */
    demoWorld: { template: string; dataDir: string };
  }
}

/**
 * One built product for a run of a test project, on a database of its own; runs after global-database. Its demo world is
 * kept as a template for the files that start products of their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template } = project.getProvidedContext().testDatabase;
  const run = randomBytes(4).toString("hex");
  const world = `tribute_world_${run}`;
  const name = `tribute_product_${run}`;
  const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-world-"));

  await query(adminUrl, `CREATE DATABASE ${world} TEMPLATE ${template}`);
  const first = await startProduct(withDatabase(adminUrl, world));
  await cp(first.dataDir, dataDir, { recursive: true });
  await first.stop();
  // A template that somebody is connected to cannot be copied.
  await query(adminUrl, `ALTER DATABASE ${world} WITH ALLOW_CONNECTIONS false`);
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${world}`);
  project.provide("demoWorld", { template: world, dataDir });

  const databaseUrl = withDatabase(adminUrl, name);
  // A test that needs an address of its own says it in X-Forwarded-For.
  const product = await startProduct(databaseUrl, { TRUSTED_PROXIES: "127.0.0.0/8" }, { dataFrom: dataDir });
  project.provide("product", { url: product.url, databaseUrl, dataDir: product.dataDir });
  return async () => {
    await product.stop();
    for (const database of [name, world]) await query(adminUrl, `DROP DATABASE ${database} WITH (FORCE)`);
    await rm(dataDir, { recursive: true, force: true });
    const expected = /^(Demo login: |Tribute is ready: )/;
    const complaints = (first.output() + product.output())
      .trim()
      .split("\n")
      .filter((line) => !expected.test(line));
    if (complaints.length > 0) throw new Error(`The product complained:\n${complaints.join("\n")}`);
  };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
