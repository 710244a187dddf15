import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Account, accountFor, closedFolder } from "./embedded/account.ts";
import { prepareBinaries } from "./embedded/binaries.ts";
import * as cluster from "./embedded/cluster.ts";
import { type DataDir, folderOwner, handOver, openDataDir } from "./embedded/data-dir.ts";
import { EmbeddedDatabaseError, reasonIn } from "./embedded/errors.ts";
import { isAlive, type Running, readRunning } from "./embedded/lock.ts";
import { clearLeftovers, readPostmasterFile, signalPostmaster } from "./embedded/postmaster.ts";

export { defaultDataDir } from "./embedded/data-dir.ts";
export { EmbeddedDatabaseError } from "./embedded/errors.ts";
export { removeEmbedded } from "./embedded/remove.ts";

const DATABASE = "tribute";
const PORT = 5432;
const START_PATIENCE_MS = 120_000;
const LOG_LIMIT_BYTES = 5_000_000;

export interface EmbeddedDatabase {
  /** As the owner, also for tools that read PostgreSQL URLs. */
  url: string;
  adminUrl: string;
  dataDir: string;
  socketDir: string | undefined;
  pid: number;
  /** Settles after any end of PostgreSQL. */
  exited: Promise<void>;
  /** Rolls back, stops and releases the folder. Idempotent. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Such as `fsync: "off"` for temporary databases. */
  settings?: Record<string, string>;
  transport?: cluster.Transport;
}

/**
 * Creates the folder and cleans up after a killed process. Its own process group keeps Ctrl-C from
 * PostgreSQL. Throws AlreadyRunningError or EmbeddedDatabaseError.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const transport = options.transport ?? (process.platform === "win32" ? "tcp" : "socket");
  const place = await openDataDir(options.dataDir);
  const { dataDir, home, clusterDir, lock } = place;
  const undo: (() => void)[] = [() => lock.release()];
  try {
    const binaries = await prepareBinaries(home, accountFor(clusterDir));
    const durable = options.settings?.fsync !== "off";
    const account = await cluster.ensureCluster(home, binaries, { durable, transport });
    await clearLeftovers(clusterDir, binaries.pgCtl);
    await cluster.writeAccessRules(clusterDir, transport, account);

    const socketDir = transport === "socket" ? await makeSocketDir(account) : undefined;
    if (socketDir) undo.push(removedAtExit(socketDir));
    const port = transport === "socket" ? PORT : await findFreePort();
    const settings = { ...baseSettings(port, socketDir), ...options.settings };
    const server = await startServer(binaries, place, account, settings);

    const address = { port, socketDir, password: cluster.readPassword(home) };
    const adminUrl = connectionUrl(cluster.ADMIN_ROLE, DATABASE, address);
    const url = connectionUrl(cluster.APP_ROLE, DATABASE, address);
    const stop = once(async () => {
      await server.stop();
      for (const step of undo.reverse()) step();
    });
    try {
      await ensureDatabase(connectionUrl(cluster.ADMIN_ROLE, "postgres", address), address.password);
    } catch (error) {
      await stop();
      throw error;
    }
    lock.announce({ url, adminUrl });
    return { url, adminUrl, dataDir, socketDir, pid: server.pid, exited: server.exited, stop };
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

/** For tools that join. Undefined without one, or while it starts. */
export function findRunning(dataDir: string): (Running & { url: string; adminUrl: string }) | undefined {
  const running = readRunning(dataDir);
  return running?.url && running.adminUrl
    ? { ...running, url: running.url, adminUrl: running.adminUrl }
    : undefined;
}

function baseSettings(port: number, socketDir: string | undefined): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: socketDir ? "" : "127.0.0.1",
    unix_socket_directories: socketDir ? `"${socketDir}"` : "",
    unix_socket_permissions: "0700",
    fsync: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] ",
    // Statements and failed rows may contain personal data.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
  };
}

interface Server {
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
}

async function startServer(
  binaries: { postgres: string; pgCtl: string },
  { dataDir, clusterDir }: DataDir,
  account: Account | undefined,
  settings: Record<string, string>,
): Promise<Server> {
  const logFile = path.join(dataDir, "postgres.log");
  const deadline = Date.now() + START_PATIENCE_MS;
  const args = [
    "-D",
    clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  for (;;) {
    const logStart = rotateLog(logFile);
    const log = openSync(logFile, "a", 0o600);
    handOver(logFile, folderOwner(dataDir));
    const child = spawn(binaries.postgres, args, {
      ...account,
      cwd: clusterDir,
      env: cluster.programEnvironment(),
      detached: true,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    const server = supervise(child, binaries.pgCtl);
    if (await becomesReady(clusterDir, server, deadline)) return server;
    await server.stop();
    const said = readFileSync(logFile, "utf8").slice(logStart);
    // Orphaned server processes notice the end late.
    const predecessorDying = said.includes("pre-existing shared memory block");
    if (!predecessorDying || Date.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `The embedded PostgreSQL did not start (${reasonIn(said)}); see ${logFile}.`,
      );
    }
    await pause(200);
  }
}

function supervise(child: ChildProcess, pgCtl: string): Server {
  const pid = child.pid ?? 0;
  let running = child.pid !== undefined;
  const exited = new Promise<void>((resolve) => {
    const ended = () => {
      running = false;
      process.removeListener("exit", interrupt);
      resolve();
    };
    child.once("exit", ended);
    // An unhandled spawn error would end the process.
    child.once("error", ended);
  });
  const interrupt = () => {
    if (running) signalPostmaster(pid, "SIGINT", pgCtl);
  };
  process.once("exit", interrupt);
  child.unref();
  const stop = async () => {
    interrupt();
    if (await settlesWithin(exited, 30_000)) return;
    if (running) signalPostmaster(pid, "SIGQUIT", pgCtl);
    if (await settlesWithin(exited, 10_000)) return;
    if (running) signalPostmaster(pid, "SIGKILL", pgCtl);
    await exited;
  };
  return { pid, exited, stop };
}

/** False when it ends or times out. */
async function becomesReady(clusterDir: string, server: Server, deadline: number): Promise<boolean> {
  while (Date.now() < deadline) {
    if (await settlesWithin(server.exited, 15)) return false;
    const written = readPostmasterFile(clusterDir);
    if (written?.pid === server.pid && written.ready && isAlive(server.pid)) return true;
  }
  return false;
}

async function settlesWithin(event: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = pause(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const settled = await Promise.race([event.then(() => true), timeout]);
  timer.abort();
  return settled;
}

async function ensureDatabase(adminUrl: string, password: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [cluster.APP_ROLE]);
    if (role.rowCount === 0) {
      const secret = password ? `PASSWORD ${client.escapeLiteral(password)}` : "";
      await client.query(`CREATE ROLE ${cluster.APP_ROLE} LOGIN CREATEDB CREATEROLE ${secret}`);
    }
    const database = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${cluster.APP_ROLE}`);
  } finally {
    await client.end();
  }
}

/**
 * Clients prefer `host` in the query; other parsers need the path's. Port and SSL override PGPORT and
 * PGSSLMODE.
 */
function connectionUrl(
  role: string,
  database: string,
  address: { port: number; socketDir: string | undefined; password: string | undefined },
): string {
  const secret = address.password ? `:${address.password}` : "";
  const host = address.socketDir ? `host=${encodeURIComponent(address.socketDir)}&` : "";
  const name = address.socketDir ? "localhost" : "127.0.0.1";
  return `postgresql://${role}${secret}@${name}:${address.port}/${database}?${host}sslmode=disable`;
}

/** Closed to others, and short: socket paths have 107 bytes, 103 on macOS. */
async function makeSocketDir(account: Account | undefined): Promise<string> {
  const wanted = await realpath(tmpdir());
  const reachable = wanted.length <= 70 && !(account && closedFolder(wanted, account));
  const socketDir = await mkdtemp(path.join(reachable ? wanted : "/tmp", "tribute-"));
  handOver(socketDir, account);
  return socketDir;
}

/** Also removed when the process exits. */
function removedAtExit(folder: string): () => void {
  const remove = () => {
    process.removeListener("exit", remove);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return remove;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string")
    throw new EmbeddedDatabaseError("There is no free port.");
  return address.port;
}

/** Returns the offset of the next start's lines. */
function rotateLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
