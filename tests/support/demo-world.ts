import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "../../db/embedded.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import { withDatabase } from "./database-url.ts";
import { startProduct } from "./product.ts";

// The demo world takes longer to make than most tests to run. It is made once, by a product's first start, and copied
// wherever a test begins with it: a stopped PostgreSQL, and the product's files beside it.

/** Nothing of the tests' own PostgreSQL outlives them, so nothing is waited for: no power cut has to be survived. */
export const THROW_AWAY = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
};

/** A migrated database without anything in it, beside the one that has the demo world. */
export const EMPTY_DATABASE = "tribute_template";
/** Where the product has its tables in a PostgreSQL of ours. */
export const WORLD_DATABASE = "tribute";

const postgresOf = (folder: string) => path.join(folder, "postgres");

/** The files that belong to the world in that folder. */
export const filesOf = (folder: string) => path.join(folder, "files");

/** Makes the world in an empty folder; throws when the product complains meanwhile. */
export async function makeDemoWorld(folder: string): Promise<void> {
  // PostgreSQL, which root starts under another account, passes through.
  await chmod(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: postgresOf(folder), settings: THROW_AWAY });
  try {
    await query(postgres.url, `CREATE DATABASE ${EMPTY_DATABASE}`);
    await migrateToLatest(withDatabase(postgres.url, EMPTY_DATABASE));
    const product = await startProduct(postgres.url);
    await cp(product.dataDir, filesOf(folder), { recursive: true });
    await product.stop();
    failOnComplaints(product.output());
  } finally {
    await postgres.stop();
  }
}

/** Copies the world's PostgreSQL into a new data folder, to be started there. */
export async function copyPostgres(folder: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const source = postgresOf(folder);
  // Owners and modes have to stay, which Node's copy does not care for; Windows has neither.
  if (process.platform === "win32") await cp(source, dataDir, { recursive: true });
  else {
    const copied = spawnSync("cp", ["-RpL", `${source}/.`, dataDir], { encoding: "utf8" });
    if (copied.status !== 0) throw new Error(`the world was not copied:\n${copied.stderr}`);
  }
}

/** Throws what a product has printed beside what it always says. */
export function failOnComplaints(output: string): void {
  const expected = /^(Demo login: |Tribute is ready: )/;
  const complaints = output
    .trim()
    .split("\n")
    .filter((line) => line !== "" && !expected.test(line));
  if (complaints.length > 0) throw new Error(`The product complained:\n${complaints.join("\n")}`);
}

/** One statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
