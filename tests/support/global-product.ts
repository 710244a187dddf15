import { randomBytes } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { withDatabase } from "./database-url.ts";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The product with its demo world, shared by all tests of a project: each makes tips of its own. */
    product: { url: string; databaseUrl: string; dataDir: string };
  }
}

/** One built product for a run of a test project, on a database of its own; runs after global-database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template } = project.getProvidedContext().testDatabase;
  const name = `tribute_product_${randomBytes(4).toString("hex")}`;
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const databaseUrl = withDatabase(adminUrl, name);
  // A test that needs an address of its own says it in X-Forwarded-For.
  const product = await startProduct(databaseUrl, { TRUSTED_PROXIES: "127.0.0.0/8" });
  project.provide("product", { url: product.url, databaseUrl, dataDir: product.dataDir });
  return async () => {
    await product.stop();
    await query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    const expected = /^(Demo login: |Tribute is ready: )/;
    const complaints = product
      .output()
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
