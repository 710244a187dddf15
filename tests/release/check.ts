import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startOtherPostgres } from "../support/database/other-postgres.ts";
import { freePort } from "../support/http/started-server.ts";
import { forgetImages, inside, loadImage, whileContained } from "./container.ts";
import { command, type Installed, OWNER, succeed, tip, whileServing } from "./installed.ts";
import { builtFrom, commitBeforeLastMigration } from "./previous.ts";

// npm run release:check: installs what `npm run release` made, over the data of an earlier version, and goes back.
//   --previous COMMIT  the earlier version; else the last one with a migration less
//   --without-image    where podman is not installed

const { values } = parseArgs({
  options: { previous: { type: "string" }, "without-image": { type: "boolean", default: false } },
});
const release = path.resolve(import.meta.dirname, "../../release");
const scratch = mkdtempSync(path.join(tmpdir(), "tribute-release-check-"));
chmodSync(scratch, 0o711);
const postgres = await startOtherPostgres(path.join(scratch, "postgres"));
const begun = performance.now();

function say(line: string): void {
  process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
}

function expect(what: string, holds: boolean, found: unknown = ""): void {
  if (!holds) throw new Error(`This does not hold: ${what}. ${String(found)}`);
  say(what);
}

async function query(database: string, text: string): Promise<{ count: string }[]> {
  const client = new pg.Client({ connectionString: urlOf("tribute", database) });
  await client.connect();
  try {
    return (await client.query<{ count: string }>(text)).rows;
  } finally {
    await client.end();
  }
}

function urlOf(role: string, database: string): string {
  const url = new URL(postgres.url);
  url.username = role;
  url.pathname = `/${database}`;
  return url.href;
}

function ownFolder(name: string): string {
  const folder = path.join(scratch, name);
  mkdirSync(folder);
  if (process.getuid?.() === 0) chownSync(folder, OWNER, OWNER);
  return folder;
}

/** A demo with two roles on a database and a folder of that name. */
async function newGround(name: string): Promise<Record<string, string>> {
  await query("postgres", `create database ${name} owner check_owner`);
  const [port, opsPort] = [await freePort(), await freePort()];
  return {
    APP_MODE: "demo",
    DATABASE_URL: urlOf("check_app", name),
    DATABASE_MIGRATION_URL: urlOf("check_owner", name),
    DATA_DIR: ownFolder(name),
    HOST: "127.0.0.1",
    PORT: String(port),
    OPS_PORT: String(opsPort),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    APP_SECRET: "5f0c8e0f7d3b4a6f9c1e2d7a8b6c5d4e3f2a1b0c9d8e7f6a",
    LOG_LEVEL: "warn",
  };
}

const payments = async (database: string) =>
  Number((await query(database, "select count(*) from payments where status = 'SUCCESS'"))[0]?.count);

function unpackArchive(): string {
  execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: release });
  const archive = readdirSync(release).find((name) => /\d-\w+-\w+\.tar\.gz$/.test(name)) ?? "none";
  const folder = path.join(scratch, "installed");
  mkdirSync(folder);
  execFileSync("tar", ["-xzf", path.join(release, archive), "--strip-components=1", "-C", folder]);
  return folder;
}

/** By the schema of the Compose specification. That Caddy takes connections from everywhere is meant. */
function checkCompose(): void {
  const files = ["compose.yaml", "compose.scale.yaml"];
  const options = ["--quiet", "--disable-rule", "no-unbound-port-interfaces"];
  execFileSync("npx", ["--yes", "dclint@3.1.0", ...files, ...options], { cwd: path.dirname(release) });
  say("compose.yaml and compose.scale.yaml are as Compose's schema says");
}

async function checkAll(): Promise<void> {
  checkCompose();
  for (const role of ["check_owner", "check_app"]) await query("postgres", `create role ${role} login`);
  const settings = await newGround("used");
  const address = settings.PUBLIC_URL ?? "";
  const next: Installed = { folder: unpackArchive(), settings };
  say("the checksums are right, the archive is unpacked");

  const commit = values.previous ?? commitBeforeLastMigration();
  const previous: Installed = { folder: builtFrom(commit), settings };
  say(`the earlier version is ${commit.slice(0, 8)}`);
  await whileServing(previous, () => tip(address));
  const before = await payments("used");
  const backups = ownFolder("backups");
  const early = path.join(backups, "early.backup");
  say(
    `earlier version: a tip; ${succeed(previous, "scripts/backup.ts", early).trim().split(" are in")[0]} are in its backup`,
  );

  expect("this version migrates", succeed(next, "scripts/migrate.ts").includes("are those of this version"));
  await whileServing(next, () => tip(address));
  expect(
    "this version from the archive: a tip beside the earlier ones",
    (await payments("used")) === before + 1,
  );
  succeed(next, "scripts/ledger-check.ts");
  say("the books add up");
  const late = path.join(backups, "late.backup");
  succeed(next, "scripts/backup.ts", late);

  if (!values["without-image"]) await checkImage(settings, before + 1);

  const back = await newGround("back");
  const returned: Installed = { ...previous, settings: back };
  const refused = command(returned, "scripts/restore.ts", late);
  expect("the earlier version refuses the later backup", refused.status === 1, refused.output);
  succeed(returned, "scripts/restore.ts", early);
  expect("the earlier version restores its own backup", (await payments("back")) === before);
  await whileServing(returned, () => tip(back.PUBLIC_URL ?? ""));
  say("earlier version after the way back: a tip");

  const fresh = await newGround("fresh");
  succeed({ ...next, settings: fresh }, "scripts/restore.ts", early);
  expect("this version restores the earlier backup", (await payments("fresh")) === before);
}

async function checkImage(settings: Record<string, string>, before: number): Promise<void> {
  const archive = readdirSync(release).find((name) => name.endsWith("-image.tar.gz")) ?? "none";
  const { image, user, health } = loadImage(path.join(release, archive), scratch);
  expect("the image is not root's", user === `${OWNER}:${OWNER}`, user);
  expect("the image has a health check", health.includes("/healthz"), health);
  const { DATA_DIR: dataDir = "", ...others } = settings;
  await whileContained({ image, dataDir, settings: others }, async () => {
    const capabilities = inside("grep", "CapEff", "/proc/1/status");
    expect("the container is healthy and has no capabilities", /\t0+$/.test(capabilities), capabilities);
    await tip(settings.PUBLIC_URL ?? "");
    inside("node", "scripts/run.mjs", "ledger-check");
  });
  expect(
    "the image, on a read-only root: a tip, and the books add up",
    (await payments("used")) === before + 1,
  );
}

try {
  await checkAll();
} catch (error) {
  process.exitCode = 1;
  console.error(error);
} finally {
  await postgres.stop();
  forgetImages();
  rmSync(scratch, { recursive: true, force: true });
}
