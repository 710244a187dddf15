import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { z } from "zod";
import { isRoot } from "../../../db/embedded/account.ts";
import { type EmbeddedDatabase, startEmbedded } from "../../../db/embedded.ts";
import { copyPostgres } from "../fixtures/demo-world.ts";

/** A PostgreSQL whose disk can be full. */
export interface SmallDisk {
  url: string;
  adminUrl: string;
  /** Whether there is a small disk, or this machine lets nobody have one and PostgreSQL only says so. */
  isReal: boolean;
  fill(): Promise<void>;
  free(): Promise<void>;
  stop(): Promise<void>;
}

const SIZE = "400m";
const DISK_FULL = "53100";
const announcedSchema = z.object({ url: z.string(), adminUrl: z.string() });

/** A mount that only the started process and its children see, and that ends with them. */
const NAMESPACE = isRoot() ? ["--mount"] : ["--user", "--map-current-user", "--keep-caps", "--mount"];

/**
 * Starts PostgreSQL with the demo world of that folder on a disk of its own in memory. Where the machine grants no
 * mounts, on an ordinary disk, and `fill` makes PostgreSQL refuse new rows with the words and the code of a full one.
 */
export async function startOnSmallDisk(folder: string, world: string): Promise<SmallDisk> {
  chmodSync(folder, 0o755);
  const disk = path.join(folder, "disk");
  mkdirSync(disk);
  const mount = `mount -t tmpfs -o size=${SIZE},mode=0755 tmpfs "$0"`;
  const trial = spawnSync("unshare", [...NAMESPACE, "sh", "-c", mount, disk]);
  const data = path.join(folder, "data");
  await copyPostgres(world, data);
  if (trial.status !== 0) return pretend(await startEmbedded({ dataDir: data }));

  const moved = `${mount} && cp -RpL "$1" "$0/data" && exec "$2" "$3" "$0/data"`;
  const program = path.resolve(import.meta.dirname, "embedded-process.ts");
  const child = spawn("unshare", [...NAMESPACE, "sh", "-c", moved, disk, data, process.execPath, program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url, adminUrl } = announcedSchema.parse(JSON.parse(String(line)));
  // The mount as its processes see it.
  const filler = path.join(`/proc/${child.pid}/root`, disk, "filler");
  return {
    ...{ url, adminUrl, isReal: true },
    fill: async () => {
      // A new segment of the write-ahead log, with room in it: without that PostgreSQL would not refuse, but end.
      await asAdministrator(adminUrl, "select pg_switch_wal()", "checkpoint");
      fillUp(filler);
    },
    free: async () => rmSync(filler),
    stop: () => end(child),
  };
}

/** Writes a file until not one more byte fits. */
function fillUp(file: string): void {
  const descriptor = openSync(file, "w", 0o600);
  for (const bytes of [1_048_576, 4096]) {
    const portion = Buffer.alloc(bytes, 1);
    try {
      for (;;) writeSync(descriptor, portion);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }
  closeSync(descriptor);
}

function pretend({ url, adminUrl, stop }: EmbeddedDatabase): SmallDisk {
  const tables = ["tips", "payments", "ledger_transaction", "ledger_transfer", "tip_allocations"];
  return {
    ...{ url, adminUrl, isReal: false, stop },
    fill: () =>
      asAdministrator(
        adminUrl,
        `create function refuse_as_full() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file: No space left on device' using errcode = '${DISK_FULL}';
        end $$`,
        ...tables.map(
          (table) =>
            `create trigger full_disk before insert on ${table} for each row execute function refuse_as_full()`,
        ),
      ),
    free: () => asAdministrator(adminUrl, "drop function refuse_as_full cascade"),
  };
}

async function asAdministrator(adminUrl: string, ...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
