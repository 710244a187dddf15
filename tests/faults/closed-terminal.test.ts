import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isAlive } from "../../db/embedded/lock.ts";
import { eventually } from "../support/eventually.ts";
import { copyPostgres, filesOf } from "../support/fixtures/demo-world.ts";
import { startServer } from "../support/http/started-server.ts";

// A terminal that is closed sends SIGHUP to all that runs in it; PostgreSQL is in a process group of its own. What
// development does then is in dev.test.ts.

const root = path.resolve(import.meta.dirname, "../..");
let DATA_DIR: string;

beforeAll(async () => {
  DATA_DIR = mkdtempSync(path.join(tmpdir(), "tribute-closed-"));
  // PostgreSQL, which root starts under another account, passes through.
  chmodSync(DATA_DIR, 0o711);
  cpSync(filesOf(inject("world")), DATA_DIR, { recursive: true });
  await copyPostgres(inject("world"), path.join(DATA_DIR, "postgres"));
});

afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

/** PostgreSQL's main process on the data folder; 0 for none. */
function postgresPid(): number {
  try {
    const file = path.join(DATA_DIR, "postgres/cluster/postmaster.pid");
    return Number(readFileSync(file, "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
}

test("a start whose terminal is closed stops its PostgreSQL and ends with 0", async () => {
  const server = startServer(root, { DATA_DIR, PORT: "0", LOG_LEVEL: "error" });
  await server.ready();
  const postgres = postgresPid();
  expect(isAlive(postgres)).toBe(true);
  expect(await server.end("SIGHUP")).toBe(0);
  expect(isAlive(postgres)).toBe(false);
});

test.each(["SIGHUP", "SIGINT", "SIGTERM"] as const)(
  "a command ended by %s leaves no PostgreSQL",
  async (signal) => {
    const { PATH, HOME, TMPDIR } = process.env;
    const command: ChildProcess = spawn(process.execPath, [path.join(root, "scripts/ledger-check.ts")], {
      env: { PATH, HOME, TMPDIR, DATA_DIR },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    command.stdout?.on("data", (chunk) => {
      said += chunk;
    });
    const ended = once(command, "exit");
    await eventually("the first check is done", () => said.includes("ok  "));
    const postgres = postgresPid();
    expect(isAlive(postgres)).toBe(true);
    command.kill(signal);
    await ended;
    await eventually("PostgreSQL has ended", () => !isAlive(postgres));
  },
);
