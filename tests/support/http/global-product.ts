import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { withDatabase } from "../database/database-url.ts";
import { failOnComplaints, query } from "../fixtures/demo-world.ts";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The product with its demo world, shared by all tests of a project: each makes tips of its own. */
    product: { url: string; databaseUrl: string; dataDir: string };
  }
}

/** One built product for a run of a test project, on a copy of the demo world; runs after global-database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { testDatabase, demoWorld } = project.getProvidedContext();
  const name = `tribute_product_${randomBytes(4).toString("hex")}`;
  await query(testDatabase.adminUrl, `CREATE DATABASE ${name} TEMPLATE ${demoWorld.template}`);
  const databaseUrl = withDatabase(testDatabase.adminUrl, name);
  // A test that needs an address of its own says it in X-Forwarded-For.
  const product = await startProduct(
    databaseUrl,
    { TRUSTED_PROXIES: "127.0.0.0/8" },
    { dataFrom: demoWorld.dataDir },
  );
  project.provide("product", { url: product.url, databaseUrl, dataDir: product.dataDir });
  return async () => {
    await product.stop();
    await query(testDatabase.adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    failOnComplaints(product.output());
  };
}
