import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isAlive } from "../../db/embedded/lock.ts";
import { findRunning } from "../../db/embedded.ts";
import { type StartedServer, startServer } from "../support/started-server.ts";

const root = path.resolve(import.meta.dirname, "../..");
let dataDir: string;
let databaseDir: string;
let port: number;
const servers: StartedServer[] = [];

beforeAll(async () => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), "tribute-start-")), "data");
  databaseDir = path.join(dataDir, "postgres");
  port = await freePort();
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.end("SIGTERM");
});

afterAll(() => rmSync(path.dirname(dataDir), { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

function start(): StartedServer {
  const server = startServer({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn" });
  servers.push(server);
  return server;
}

function databaseUrl(): string {
  const running = findRunning(databaseDir);
  if (!running) throw new Error("No database runs.");
  return running.url;
}

function postgresPid(): number {
  return Number(readFileSync(path.join(databaseDir, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function runScript(name: string): { status: number | null; output: string } {
  const { PATH, HOME, TMPDIR } = process.env;
  const result = spawnSync(process.execPath, [path.join(root, "scripts", name)], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  return { status: result.status, output: result.stdout + result.stderr };
}

// These build on each other: one data folder lives through all of it, as on somebody's machine.

test("the first start makes everything and prints where it serves; Ctrl-C stops all of it", async () => {
  const server = start();
  const address = await server.address();
  expect(new URL(address).port).toBe(String(port));
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await query("create table kept as select 42 as answer");

  const postgres = postgresPid();
  expect(await server.end("SIGINT")).toBe(0);
  expect(isAlive(postgres)).toBe(false);
  expect(existsSync(path.join(databaseDir, "cluster/postmaster.pid"))).toBe(false);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test("a second start keeps the data, and one beside it says so; tools join the running database", async () => {
  const server = start();
  await server.address();
  expect(await query("select answer from kept")).toEqual([{ answer: 42 }]);

  const other = start();
  await expect(other.address()).rejects.toThrow(
    `Another Tribute is already running on ${databaseDir} (pid ${server.pid}).`,
  );
  expect(await other.end("SIGTERM")).toBe(1);

  expect(runScript("reset.ts")).toMatchObject({
    status: 1,
    output: expect.stringContaining(`pid ${server.pid}`),
  });
  const check = runScript("ledger-check.ts");
  expect(check.output).toMatch(/^ok {4}/);
  expect(check.status).toBe(0);
  expect(await server.end("SIGTERM")).toBe(0);
});

test("after a SIGKILL the next start works and keeps the data", async () => {
  const killed = start();
  await killed.address();
  expect(await killed.end("SIGKILL")).toBeNull();

  const server = start();
  const address = await server.address();
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(await query("select answer from kept")).toEqual([{ answer: 42 }]);
});

test("the check of the books works on a stopped Tribute, and reset makes the next start the first one", async () => {
  expect(runScript("ledger-check.ts")).toMatchObject({ status: 0, output: expect.stringMatching(/^ok {4}/) });
  expect(runScript("reset.ts").status).toBe(0);
  expect(existsSync(path.join(databaseDir, "cluster"))).toBe(false);
  expect(runScript("ledger-check.ts")).toMatchObject({
    status: 1,
    output: expect.stringContaining("npm start"),
  });
});
