import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { toString as drawQrCode } from "qrcode";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { localMediaStore } from "../../app/media/local-store.server.ts";
import { isRoot } from "../../db/embedded/account.ts";
import { createBackupFile } from "../../scripts/backup/archive.ts";
import { dump } from "../../scripts/backup/dump.ts";
import { copyCheckout } from "../support/checkout-copy.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { type OtherPostgres, startOtherPostgres } from "../support/database/other-postgres.ts";
import { filesOf } from "../support/fixtures/demo-world.ts";
import { freePort } from "../support/http/started-server.ts";

// What an operator causes is one line that says what to do, and never a stack.

const root = path.resolve(import.meta.dirname, "../..");
let scratch: string;
let postgres: OtherPostgres;
let demo: DemoDatabase;
let backup: string;
let nowhere: string;

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), "tribute-errors-"));
  chmodSync(scratch, 0o711);
  postgres = await startOtherPostgres(path.join(scratch, "postgres"));
  demo = await createDemoDatabase();
  backup = path.join(scratch, "demo.backup");
  const writer = await createBackupFile(backup);
  const media = localMediaStore(path.join(filesOf(inject("world")), "media"), randomUUID);
  await dump(demo.url, media, writer, { version: "1.0.0", now: new Date() });
  await writer.complete();
  nowhere = `postgresql://tribute:opensesame@127.0.0.1:${await freePort()}/tribute`;
});
afterAll(async () => {
  await demo.drop();
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs a command of a checkout; returns what it says of its failure. Throws when there is no failure. */
function failureOf(
  [script = "", ...args]: readonly string[],
  settings: Record<string, string>,
  { checkout = root, within = [] }: { checkout?: string; within?: readonly string[] } = {},
): string {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const command = [...within, process.execPath, path.join(checkout, "scripts", script), ...args];
  const [program = "", ...rest] = command;
  const ended = spawnSync(program, rest, {
    cwd: checkout,
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      APP_MODE: "demo",
      DATA_DIR: path.join(scratch, "data"),
      ...settings,
    },
    encoding: "utf8",
  });
  if (ended.status !== 1) throw new Error(`${script} ended with ${ended.status}:\n${ended.stderr}`);
  return ended.stderr;
}

/** Returns how many rows there are. */
async function query(text: string, url = postgres.url): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows.length;
}

test("a new operator's second factor is printed as key, address and QR code", async () => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const DATA_DIR = path.join(scratch, "operators");
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(root, "scripts/operator-create.ts"), "ada@tribute.test"],
    {
      env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR, DATABASE_URL: demo.url, APP_MODE: "demo" },
      encoding: "utf8",
    },
  );
  expect(status).toBe(0);
  const [, key = "none"] = /^Key for the authenticator app: ([A-Z2-7]{32})$/m.exec(stdout) ?? [];
  const [url = "none"] = /^otpauth:\/\/totp\/\S+$/m.exec(stdout) ?? [];
  expect(new URL(url).searchParams.get("secret")).toBe(key);
  expect(stdout).toContain(await drawQrCode(url, { type: "terminal", small: true }));
});

const COMMANDS = [
  ["start.mjs"],
  ["start.mjs", "worker"],
  ["migrate.ts"],
  ["backup.ts", "none.backup"],
  ["restore.ts", "none.backup"],
  ["operator-create.ts", "ada@tribute.test"],
  ["data-reencrypt.ts"],
  ["ledger-check.ts"],
  ["rollups-check.ts"],
  ["money-model.ts", "direct"],
];

test("each command says in one line that the database is away", () => {
  for (const command of COMMANDS) {
    const line = failureOf(command, { DATABASE_URL: nowhere });
    expect(line, command[0]).toMatch(/^The database of DATABASE_URL cannot be used: [^\n]+\n$/);
    expect(line).not.toContain("opensesame");
  }
});

test("each command says in one line that the data folder cannot be used", () => {
  const DATA_DIR = path.join(scratch, "no-folder");
  writeFileSync(DATA_DIR, "a file");
  for (const command of COMMANDS.filter(([name]) => name !== "migrate.ts"))
    expect(failureOf(command, { DATA_DIR }), command[0]).toMatch(/^[^\n]*no-folder[^\n]*\n$/);
  for (const command of [["backup.ts", path.join(scratch, "x.backup")], ["data-reencrypt.ts"]])
    expect(failureOf(command, { DATA_DIR, DATABASE_URL: demo.url }), command[0]).toMatch(
      /^[^\n]*no-folder[^\n]* cannot be written \((?:ENOTDIR|EEXIST)\): [^\n]+\n$/,
    );
});

test("a source tree that cannot be written is one line at the start", () => {
  const checkout = path.join(scratch, "checkout");
  copyCheckout(checkout);
  // As root no mode keeps anybody from writing.
  writeFileSync(path.join(checkout, "build"), "a file");
  expect(failureOf(["start.mjs"], {}, { checkout })).toMatch(
    /^Tribute has to be built, and \S+build cannot be written \(EEXIST\): run "npm run build" [^\n]+\n$/,
  );
});

test("a backup without the owner's role says in one line which role it takes", async () => {
  await query("create role app_alone login");
  await query("create database owned");
  const owned = postgres.url.replace(/\w+$/, "owned");
  const env = { PATH: process.env.PATH, DATABASE_URL: owned };
  expect(spawnSync(process.execPath, [path.join(root, "scripts/migrate.ts")], { env }).status).toBe(0);
  const DATABASE_URL = owned.replace("tribute@", "app_alone@");
  const file = path.join(scratch, "alone.backup");
  expect(failureOf(["backup.ts", file], { DATABASE_URL })).toMatch(
    /^The database refuses \(permission denied [^\n]+\): [^\n]*DATABASE_MIGRATION_URL\.\n$/,
  );
});

test("a restore says in one line that the storage is away, and has restored nothing", async () => {
  await query("create database restored");
  const DATABASE_URL = postgres.url.replace(/\w+$/, "restored");
  const line = failureOf(["restore.ts", backup], {
    ...{ DATABASE_URL, S3_ENDPOINT: `http://127.0.0.1:${new URL(nowhere).port}`, S3_BUCKET: "tribute" },
    ...{ S3_REGION: "eu-central-1", S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" },
  });
  expect(line).toMatch(/^The storage cannot be used \(S3 PUT [^\n]+ECONNREFUSED\)\): [^\n]+\n$/);
  expect(await query("select from users", DATABASE_URL)).toBe(0);
});

test("a folder that is not there, and a file that is, end a backup in one line", () => {
  const settings = { DATABASE_URL: demo.url };
  const missing = path.join(scratch, "missing", "x.backup");
  expect(failureOf(["backup.ts", missing], settings)).toMatch(/^\S+missing\S+ cannot be written[^\n]+\n$/);
  expect(failureOf(["backup.ts", backup], settings)).toBe(`${backup} is there already.\n`);
});

test("a full disk ends a backup in one line", () => {
  const folder = path.join(scratch, "small");
  mkdirSync(folder);
  const namespace = isRoot() ? ["--mount"] : ["--user", "--map-current-user", "--keep-caps", "--mount"];
  const mount = 'mount -t tmpfs -o size=64k tmpfs "$0" && exec "$@"';
  const within = ["unshare", ...namespace, "sh", "-c", mount, folder];
  const [program = "", ...args] = within;
  // Where the machine grants no mounts, tests/unit/operator-lines.test.ts alone says it.
  if (spawnSync(program, [...args, "true"]).status !== 0) return;
  const file = path.join(folder, "x.backup");
  expect(failureOf(["backup.ts", file], { DATABASE_URL: demo.url }, { within })).toMatch(
    /^[^\n]+ \(ENOSPC\): the disk is full; [^\n]+\n$/,
  );
});
