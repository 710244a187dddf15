import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confinedTo } from "../support/confined.ts";
import { type OtherPostgres, startOtherPostgres } from "../support/database/other-postgres.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { freePort, type StartedServer, startServer } from "../support/http/started-server.ts";

// A live product as compose.yaml runs it: two database roles, the application without the owner's password, a read-only
// root and no capabilities.

const root = path.resolve(import.meta.dirname, "../..");
let scratch: string;
let postgres: OtherPostgres;
const servers: StartedServer[] = [];

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), "tribute-confined-"));
  // PostgreSQL, which root starts under another account, passes through.
  chmodSync(scratch, 0o711);
  mkdirSync(path.join(scratch, "data"));
  postgres = await startOtherPostgres(path.join(scratch, "postgres"));
});
afterAll(async () => {
  for (const server of servers) await server.end("SIGTERM");
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(text);
  await client.end();
}

function urlOf(role: string): string {
  const url = new URL(postgres.url);
  url.username = role;
  url.pathname = "/two_roles";
  return url.href;
}

function start(settings: Record<string, string>, within: string[] = []): StartedServer {
  const DATA_DIR = path.join(scratch, "data");
  const server = startServer(
    root,
    { ...LIVE_SETTINGS, ...TEST_SECRETS, LOG_LEVEL: "warn", DATA_DIR, ...settings },
    { within },
  );
  servers.push(server);
  return server;
}

test("the application's role alone says what is missing, in one line", async () => {
  await query("create role two_owner login");
  await query("create role two_app login");
  await query("create database two_roles owner two_owner");
  const early = start({ DATABASE_URL: urlOf("two_app"), PORT: String(await freePort()) });
  expect(await early.ended()).toBe(1);
  expect(early.output()).toBe(
    'The database of DATABASE_URL cannot be used: its tables are missing or of another version, and the role two_app may not make them; set DATABASE_MIGRATION_URL to the role that owns the database, or run "npm run migrate" with it\n',
  );
});

test("once the owner has made the tables, Tribute serves on a read-only root without capabilities", async () => {
  const DATABASE_URL = urlOf("two_app");
  const env = { PATH: process.env.PATH, DATABASE_URL, DATABASE_MIGRATION_URL: urlOf("two_owner") };
  const migrated = spawnSync(process.execPath, [path.join(root, "scripts/migrate.ts")], {
    env,
    encoding: "utf8",
  });
  expect(migrated).toMatchObject({
    status: 0,
    stdout: "The tables are those of this version.\n",
    stderr: "",
  });

  const dataDir = path.join(scratch, "data");
  const within = confinedTo(root, dataDir);
  const PORT = String(await freePort());
  const OPS_PORT = String(await freePort());
  const server = start({ DATABASE_URL, PORT, OPS_PORT }, within);
  expect(await server.ready()).toBe(LIVE_SETTINGS.PUBLIC_URL);
  if (within.length > 0) expect(readFileSync(`/proc/${server.pid}/status`, "utf8")).toMatch(/CapEff:\s+0+\n/);
  const here = `http://localhost:${PORT}`;
  expect((await fetch(`http://127.0.0.1:${OPS_PORT}/readyz`)).status).toBe(200);
  expect((await fetch(`${here}/`)).status).toBe(200);
  const login = await fetch(`${here}/login`, {
    method: "POST",
    headers: { Origin: LIVE_SETTINGS.PUBLIC_URL },
    body: new URLSearchParams({ email: "nobody@tribute.test", password: "not-the-password" }),
    redirect: "manual",
  });
  expect(login.status).toBe(422);
  expect(readdirSync(dataDir)).toEqual(["media"]);
  expect(await server.signal("SIGTERM")).toBe(0);
  expect(server.output()).toMatch(
    new RegExp(
      `^MONEY_MODEL is held: .+ docs/licences\\.md\nTribute is ready: ${LIVE_SETTINGS.PUBLIC_URL}\n$`,
    ),
  );
});
