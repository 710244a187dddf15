import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase } from "../../db/index.ts";
import { withDatabase } from "../support/database/database-url.ts";
import { type WatchedDatabase, watchDatabase } from "../support/database/watched-database.ts";
import { eventually } from "../support/eventually.ts";
import { query } from "../support/fixtures/demo-world.ts";
import { ask, formBody } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";

// A product whose DATABASE_URL is what a pooler in transaction mode could serve: every statement that passes there is read.

const METRICS_TOKEN = "a-token-of-the-tests";

/** What lives longer than its transaction, on a connection that is somebody else's by then. */
const OF_A_SESSION =
  /^\s*(listen|unlisten|prepare|discard|load|set\s+(?!local|transaction)|create\s+(temp|temporary)\b|declare\b[^;]*\bwith hold)|pg_(try_)?advisory_(lock|unlock)(_shared)?\s*\(|set_config\([^)]*false\s*\)/i;

let name: string;
let directUrl: string;
let pooler: WatchedDatabase;
let product: Product;

beforeAll(async () => {
  const { adminUrl } = inject("testDatabase");
  const { template, dataDir: dataFrom } = inject("demoWorld");
  name = `tribute_pooler_${randomBytes(4).toString("hex")}`;
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  directUrl = withDatabase(adminUrl, name);
  pooler = await watchDatabase(directUrl);
  product = await startProduct(
    pooler.url,
    { DATABASE_DIRECT_URL: directUrl, DATABASE_STATEMENTS: "unnamed", METRICS_TOKEN },
    { dataFrom },
  );
});

afterAll(async () => {
  await product?.stop();
  await pooler?.close();
  await query(inject("testDatabase").adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

test("behind a pooler nothing goes out by name or outlives its transaction, and what has to goes past it", async () => {
  const direct = createDatabase(directUrl, { max: 1 });
  for (const path of ["/", "/joerdis", "/leaderboard", "/gl/nachtmus", "/api/users/joerdis"])
    expect((await ask(product.url + path)).status).toBeLessThan(500);
  for (const _ of [1, 2]) {
    const form = formBody({ amount: "5" });
    const begun = await ask(`${product.url}/joerdis`, { method: "POST", ...form });
    expect((await ask(product.url + (begun.headers.location ?? ""))).status).toBe(200);
  }
  const drops = async () => {
    const { text } = await ask(`${product.url}/metrics`, {
      headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
    });
    return Number(/^tribute_page_cache_drops_total (\d+)$/m.exec(text)?.[1]);
  };
  const before = await drops();
  await direct
    .updateTable("users")
    .set({ name: "Jö" })
    .where("username", "=", "joerdis")
    .executeTakeFirstOrThrow();
  await eventually("the news has come", async () => (await drops()) > before);
  await direct.destroy();

  const passed = pooler.take();
  expect(new Set(passed.map(({ application }) => application))).toEqual(
    new Set(["", "tribute", "tribute-limits"]),
  );
  expect(passed.filter(({ text }) => text.includes("rate_limits")).length).toBeGreaterThan(0);
  expect(passed.filter(({ text }) => /from "tips"/.test(text)).length).toBeGreaterThan(0);
  expect(passed.filter(({ name: prepared }) => prepared !== "")).toEqual([]);
  expect(passed.filter(({ text }) => OF_A_SESSION.test(text))).toEqual([]);
  // What the pattern is for is seen where statements may go by name.
  expect(["listen page_news", "select pg_try_advisory_lock($1)", "set work_mem = '1GB'"]).toSatisfy(
    (texts: string[]) => texts.every((text) => OF_A_SESSION.test(text)),
  );
});
