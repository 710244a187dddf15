import { randomBytes } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { withDatabase } from "./database-url.ts";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The product with its demo world, shared by all tests of a project: each makes tips of its own. */
    product: { url: string; databaseUrl: string };
  }
}

/** One built product for a run of a test project, on a database of its own; runs after global-database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template } = project.getProvidedContext().testDatabase;
  const name = `tribute_product_${randomBytes(4).toString("hex")}`;
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const databaseUrl = withDatabase(adminUrl, name);
  const product = await startProduct(databaseUrl);
  project.provide("product", { url: product.url, databaseUrl });
  return async () => {
    await product.stop();
    await query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    const [, ...complaints] = product.output().trim().split("\n");
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
