import { chmod, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "../../db/embedded.ts";
import { createDatabase } from "../../db/index.ts";
import { holdLoad } from "../bench/hold-load.ts";
import { eventually } from "../support/eventually.ts";
import { copyPostgres, filesOf } from "../support/fixtures/demo-world.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { expectWholePayments } from "../support/money/whole-payments.ts";

let folder: string;
let postgres: EmbeddedDatabase;
let product: Product;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribute-away-"));
  // PostgreSQL, which root starts under another account, passes through.
  await chmod(folder, 0o711);
  await copyPostgres(inject("world"), join(folder, "data"));
  postgres = await startDatabase();
  const url = new URL(postgres.url);
  url.searchParams.set("host", join(folder, "socket"));
  product = await startProduct(
    url.href,
    { LOG_LEVEL: "warn", TRUSTED_PROXIES: "127.0.0.1" },
    { dataFrom: filesOf(inject("world")) },
  );
});

/** Starts PostgreSQL; its socket keeps its address over a restart, as a server's would. */
async function startDatabase(): Promise<EmbeddedDatabase> {
  const started = await startEmbedded({ dataDir: join(folder, "data") });
  await rm(join(folder, "socket"), { force: true });
  await symlink(started.socketDir ?? "", join(folder, "socket"));
  return started;
}

afterAll(async () => {
  await product.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Begins a tip, as a fan's browser would. */
async function postAmount(): Promise<number> {
  const response = await fetch(`${product.url}/joerdis`, {
    method: "POST",
    body: new URLSearchParams({ choice: "5.00" }),
    redirect: "manual",
  });
  await response.arrayBuffer();
  return response.status;
}

async function pageStatus(path: string): Promise<number> {
  const response = await fetch(product.url + path);
  await response.arrayBuffer();
  return response.status;
}

async function tipsInAll(): Promise<number> {
  const db = createDatabase(postgres.url, { max: 1 });
  const { count } = await db
    .selectFrom("tips")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  await db.destroy();
  return count;
}

async function asAdministrator(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

const OTHERS =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tribute' and pid <> pg_backend_pid()";

describe("a database that can do nothing for a while", () => {
  it("on a read-only database posts are told to come again, nothing is half done, and pages go on", async () => {
    const before = await tipsInAll();
    await asAdministrator("alter database tribute set default_transaction_read_only = on", OTHERS);
    await eventually("posts are refused", async () => (await postAmount()) === 503);
    expect(await pageStatus("/joerdis?fresh=1")).toBe(200);
    const response = await fetch(`${product.url}/joerdis`, {
      method: "POST",
      body: new URLSearchParams({ choice: "5.00" }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("10");
    expect(await response.text()).toContain("Service unavailable");
    await asAdministrator(
      "set default_transaction_read_only = off",
      "alter database tribute reset default_transaction_read_only",
      OTHERS,
    );
    expect(await tipsInAll()).toBe(before);
    await eventually("posts are taken again", async () => (await postAmount()) === 303);
  });

  it("after a restart of the database under load every answer is whole or a 503, fans go on afterwards, and no payment is half done", async () => {
    let isOver = false;
    let refused = 0;
    const onUnavailable = () => {
      refused += 1;
    };
    const visits = holdLoad(product.url, { rate: 100, isOver: () => isOver, onUnavailable });
    const before = await tipsInAll();
    await eventually("fans are under way", async () => (await tipsInAll()) > before + 10);
    await postgres.stop();
    expect(await pageStatus("/healthz")).toBe(200);
    expect(await pageStatus("/readyz")).toBe(503);
    // It may be one of another build, which only the database knows.
    const script = await fetch(`${product.url}/assets/another-Ab12Cd34.js`);
    expect([script.status, script.headers.get("Retry-After")]).toEqual([503, "10"]);
    postgres = await startDatabase();
    await eventually("tips are taken again", async () => (await postAmount()) === 303);
    await eventually("the process is ready again", async () => (await pageStatus("/readyz")) === 200);
    const db = createDatabase(postgres.url, { max: 2 });
    const paid = () => db.selectFrom("payments").select("id").where("status", "=", "SUCCESS").execute();
    const { length } = await paid();
    await eventually("fans pay again", async () => (await paid()).length > length + 3);
    isOver = true;
    expect([...(await visits).failures]).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    await expectWholePayments(db);
    await db.destroy();
    // Whom it woke at night would find nothing to mend.
    expect(product.output()).toContain('"msg":"database or storage away"');
    expect(product.output()).not.toContain('"msg":"request failed"');
  });
});
