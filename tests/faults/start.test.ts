import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isAlive } from "../../db/embedded/lock.ts";
import { findRunning } from "../../db/embedded.ts";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { copyCheckout } from "../support/checkout-copy.ts";
import { eventually } from "../support/eventually.ts";
import { freePort, type StartedServer, startServer } from "../support/http/started-server.ts";

const profile = demoCreators.find(({ status }) => status === "ACTIVE")?.username ?? "";
let checkout: string;
let databaseDir: string;
let port: number;
const servers: StartedServer[] = [];

beforeAll(async () => {
  checkout = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), "tribute-start-"))), "checkout");
  copyCheckout(checkout);
  databaseDir = path.join(checkout, "data/postgres");
  port = await freePort();
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.end("SIGTERM");
});

afterAll(() => rmSync(path.dirname(checkout), { recursive: true, force: true }));

function start(
  options: Parameters<typeof startServer>[2] = {},
  settings: Record<string, string> = {},
): StartedServer {
  const server = startServer(checkout, { PORT: String(port), LOG_LEVEL: "warn", ...settings }, options);
  servers.push(server);
  return server;
}

function postgresPid(): number {
  return Number(readFileSync(path.join(databaseDir, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
}

function hasStoppedCleanly(): boolean {
  return !existsSync(path.join(databaseDir, "cluster/postmaster.pid")) && !findRunning(databaseDir);
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: findRunning(databaseDir)?.url ?? "" });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function runScript(
  name: string,
  settings: Record<string, string> = {},
  given: readonly string[] = [],
): { status: number | null; output: string } {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const result = spawnSync(process.execPath, [path.join(checkout, "scripts", name), ...given], {
    cwd: checkout,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...settings },
    encoding: "utf8",
  });
  return { status: result.status, output: result.stdout + result.stderr };
}

// These build on each other: one checkout lives through all of it, as on somebody's machine.

test("npm start builds, makes the demo world and prints where it serves; Ctrl-C stops all of it", async () => {
  const server = start({ by: "npm" });
  await eventually("the build is made", () => server.output().includes("Built in"));
  const early = await eventuallyAnswers();
  expect(early).toMatchObject({ status: 503, text: "Tribute is starting.\n" });

  const address = await server.ready();
  expect(address).toBe(`http://localhost:${port}`);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect((await fetch(`${address}/${profile}`)).status).toBe(200);
  expect(statSync(path.join(checkout, "data/media")).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(checkout, "data/secret")).mode & 0o777).toBe(0o600);
  await query("create table kept as select 42 as answer");

  const application = findRunning(databaseDir)?.pid ?? 0;
  if (process.platform === "linux") {
    const settings = readFileSync(`/proc/${application}/environ`, "utf8").split("\0");
    expect(settings, "the memory of threads is kept in few arenas").toContain("MALLOC_ARENA_MAX=2");
    expect(settings, "free memory goes back").toContain("MALLOC_TRIM_THRESHOLD_=131072");
    // What draws pictures was in the process that made the demo world, and is gone with it.
    expect(readFileSync(`/proc/${application}/maps`, "utf8")).not.toContain("libvips");
  }
  const postgres = postgresPid();
  await server.end("SIGINT");
  await eventually("everything has ended", () => !isAlive(application) && !isAlive(postgres));
  expect(hasStoppedCleanly()).toBe(true);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

/** The first answer on the port, while the start is under way. */
async function eventuallyAnswers(): Promise<{ status: number; text: string }> {
  let answer: { status: number; text: string } | undefined;
  await eventually("somebody answers on the port", async () => {
    const response = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined);
    if (response) answer = { status: response.status, text: await response.text() };
    return answer !== undefined;
  });
  return answer ?? { status: 0, text: "" };
}

test("a second start builds nothing and keeps the data, and one beside it says so; tools join the database", async () => {
  const server = start();
  await server.ready();
  expect(server.output()).not.toContain("Building");
  expect(await query("select answer from kept")).toEqual([{ answer: 42 }]);

  const other = start();
  expect(await other.ended()).toBe(1);
  expect(other.output()).toBe(`Another Tribute is already running on ${databaseDir} (pid ${server.pid}).\n`);
  expect(runScript("reset.ts")).toMatchObject({
    status: 1,
    output: expect.stringContaining(`pid ${server.pid}`),
  });
  expect(runScript("ledger-check.ts")).toMatchObject({ status: 0, output: expect.stringMatching(/^ok {4}/) });
  const past = runScript("ledger-check.ts", {}, ["--at", "2099-01-01", "--account", "bank:EUR"]);
  expect(past).toMatchObject({ status: 0, output: expect.stringMatching(/^EUR\tbank\t\tDEBIT\t-?\d+\n$/) });
  expect(runScript("ledger-check.ts", {}, ["--at", "yesterday"])).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^--at takes a day, [^\n]+\n$/),
  });
  expect(runScript("rollups-check.ts")).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^ok {4}/),
  });
  expect(await server.signal("SIGTERM")).toBe(0);
  expect(hasStoppedCleanly()).toBe(true);
});

test("of two starts of Tribute at the same moment one serves and the other says so", async () => {
  const both = [start(), start()];
  const codes = await Promise.race(both.map(async (server) => ({ server, code: await server.ended() })));
  expect(codes.code).toBe(1);
  expect(codes.server.output()).toMatch(/^Another Tribute is already running on .* \(pid \d+\)\.\n$/);
  const winner = both.find((server) => server !== codes.server);
  expect(await winner?.ready()).toBe(`http://localhost:${port}`);
});

test("after a SIGKILL of Tribute the next start works and keeps the data", async () => {
  const killed = start();
  await killed.ready();
  expect(await killed.signal("SIGKILL")).toBeNull();

  const server = start();
  const address = await server.ready();
  expect((await fetch(`${address}/${profile}`)).status).toBe(200);
  expect(await query("select answer from kept")).toEqual([{ answer: 42 }]);
});

test("when its PostgreSQL dies, Tribute says so and ends, for a supervisor to start it again", async () => {
  const server = start();
  await server.ready();
  process.kill(postgresPid(), "SIGKILL");
  expect(await server.ended()).toBe(1);
  const said = server
    .output()
    .split("\n")
    .filter((line) => line.includes("PostgreSQL has ended"));
  expect(said).toEqual(["The embedded PostgreSQL has ended on its own, and Tribute with it"]);

  await start().ready();
  expect(await query("select answer from kept")).toEqual([{ answer: 42 }]);
});

test("a SIGTERM to npm alone, which does not pass it on, stops Tribute too", async () => {
  const server = start({ by: "npm" });
  await server.ready();
  const application = findRunning(databaseDir)?.pid ?? 0;
  await server.signal("SIGTERM");
  await eventually("the application has ended", () => !isAlive(application));
  expect(hasStoppedCleanly()).toBe(true);
});

test("a copy of the stopped data folder is a backup: its books add up, and a start on it serves the same", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tribute-backup-"));
  // As root, PostgreSQL's own user has to come to its files.
  chmodSync(folder, 0o755);
  const DATA_DIR = path.join(folder, "data");
  // With owners, modes and times, and files instead of links to them, as docs/operations.md says.
  const copied = spawnSync("cp", ["-RpL", path.join(checkout, "data"), DATA_DIR], { encoding: "utf8" });
  expect(copied).toMatchObject({ status: 0, stderr: "" });
  rmSync(path.join(checkout, "data/media"), { recursive: true });

  expect(runScript("ledger-check.ts", { DATA_DIR })).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^(ok {4}.*\n)+\d+ ledger transactions were checked\n$/),
  });
  const server = start({}, { DATA_DIR });
  const address = await server.ready();
  const page = await (await fetch(`${address}/${profile}`)).text();
  const picture = /\/media\/[\w./-]+/.exec(page)?.[0] ?? "";
  expect((await fetch(address + picture)).status).toBe(200);
  await server.end("SIGTERM");
  rmSync(folder, { recursive: true });
});

test("the check of the books works on a stopped Tribute, and reset makes the next start the first one", async () => {
  expect(runScript("ledger-check.ts")).toMatchObject({ status: 0, output: expect.stringMatching(/^ok {4}/) });
  expect(runScript("reset.ts").status).toBe(0);
  expect(existsSync(path.join(databaseDir, "cluster"))).toBe(false);
  expect(existsSync(path.join(checkout, "data/media"))).toBe(false);
  expect(runScript("ledger-check.ts")).toMatchObject({
    status: 1,
    output: expect.stringContaining("npm start"),
  });
});
