import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { type Account, isRoot, UNPRIVILEGED } from "../../../db/embedded/account.ts";
import { prepareBinaries } from "../../../db/embedded/binaries.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "../http/started-server.ts";

/** Where Debian and its kin keep the versions of PostgreSQL, a folder each. */
const VERSIONS = "/usr/lib/postgresql";
const OLDEST = 15;

/** A PostgreSQL that Tribute has not started. */
export interface OtherPostgres {
  /** May make databases and roles. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the oldest PostgreSQL of this machine that we support, on a loopback port and with files in the given folder,
 * which any user may enter; where none is installed, the one that the project brings along.
 */
export async function startOtherPostgres(folder: string): Promise<OtherPostgres> {
  mkdirSync(folder, { recursive: true });
  const version = installedVersions().find((each) => each >= OLDEST);
  const account = isRoot() ? UNPRIVILEGED : undefined;
  const installed = (name: string) => path.join(VERSIONS, String(version), "bin", name);
  const programs = version
    ? { initdb: installed("initdb"), postgres: installed("postgres") }
    : await prepareBinaries(folder, account);
  const cluster = path.join(folder, "cluster");
  mkdirSync(cluster, { mode: 0o700 });
  if (account) chownSync(cluster, account.uid, account.gid);
  const made = spawnSync(
    programs.initdb,
    ["-D", cluster, "-U", "tribute", "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync"],
    { ...account, cwd: cluster, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stdout}${made.stderr}`);
  return await runPostgres(programs.postgres, cluster, account);
}

async function runPostgres(
  program: string,
  cluster: string,
  account: Account | undefined,
): Promise<OtherPostgres> {
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const child = spawn(program, ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])], {
    ...account,
    cwd: cluster,
    stdio: "ignore",
  });
  const url = `postgresql://tribute@127.0.0.1:${port}/postgres`;
  await eventually("PostgreSQL takes connections", () => answers(url));
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
  };
}

function installedVersions(): number[] {
  try {
    return readdirSync(VERSIONS)
      .map(Number)
      .sort((a, b) => a - b);
  } catch {
    return [];
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
