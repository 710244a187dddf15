import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Account, accountFor, closedFolder, isRoot, UNPRIVILEGED } from "./account.ts";
import { EmbeddedDatabaseError } from "./errors.ts";
import { type DataDirLock, lockDataDir } from "./lock.ts";

const POSTGRES_MAJOR = "18";

export interface DataDir {
  /** Real path of lock, log and media. */
  dataDir: string;
  /** The data folder, or one under /var/lib that PostgreSQL's account can enter, linked by `cluster`. */
  home: string;
  /** May not exist yet. */
  clusterDir: string;
  lock: DataDirLock;
}

/** `DATA_DIR`, else `data` in the project. */
export function defaultDataDir(projectRoot: string, env: Record<string, string | undefined>): string {
  return path.resolve(projectRoot, env.DATA_DIR || "data");
}

/**
 * Creates and locks the folder. As root, a new one is traversable; below a closed path such as /root,
 * PostgreSQL's files go to /var/lib. Throws AlreadyRunningError or EmbeddedDatabaseError.
 */
export async function openDataDir(wanted: string, options: { anyVersion?: boolean } = {}): Promise<DataDir> {
  try {
    // Others only traverse, as PostgreSQL's account does.
    mkdirSync(path.dirname(wanted), { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data folder ${wanted} cannot be made (${reasonOf(error)}); set DATA_DIR.`,
    );
  }
  const dataDir = realpathSync(wanted);
  checkOwner(path.join(dataDir, "cluster"));
  const content = readdirSync(dataDir);
  const isOurs = content.length === 0 || content.includes("lock");
  const lock = await lockDataDir(dataDir);
  try {
    const home = findHome(dataDir, isOurs);
    const clusterDir = path.join(home, "cluster");
    if (!options.anyVersion) checkVersion(clusterDir);
    return { dataDir, home, clusterDir, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export function hasCluster(clusterDir: string): boolean {
  return versionOf(clusterDir) !== undefined;
}

export function handOver(target: string, account: Account | undefined): void {
  if (account) chownSync(target, account.uid, account.gid);
}

export function folderOwner(dataDir: string): Account | undefined {
  if (!isRoot()) return undefined;
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}

function findHome(dataDir: string, isOurs: boolean): string {
  const link = path.join(dataDir, "cluster");
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const home = path.dirname(path.resolve(dataDir, readlinkSync(link)));
    mkdirSync(home, { recursive: true, mode: 0o711 });
    return home;
  }
  const account = accountFor(link);
  if (!account) return dataDir;

  if (isOurs && closedFolder(dataDir, account) === dataDir) {
    chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011);
  }
  const closed = closedFolder(dataDir, account);
  if (!closed) return dataDir;
  if (hasCluster(link)) {
    throw new EmbeddedDatabaseError(
      `As root, PostgreSQL runs as user id ${account.uid}, who owns the database in ${link} but may not enter ${closed}.`,
    );
  }
  return makeHomeElsewhere(dataDir, account);
}

/** Unique: leftovers of a removed folder are not reused. */
function makeHomeElsewhere(dataDir: string, account: Account): string {
  const temporary = realpathSync(tmpdir());
  const isTemporary = dataDir.startsWith(temporary + path.sep) && !closedFolder(temporary, account);
  const parent = isTemporary ? temporary : "/var/lib";
  mkdirSync(parent, { recursive: true });
  const home = mkdtempSync(path.join(parent, "tribute-database-"));
  chmodSync(home, 0o711);
  symlinkSync(path.join(home, "cluster"), path.join(dataDir, "cluster"));
  return home;
}

function checkOwner(clusterDir: string): void {
  const owner = statSync(clusterDir, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && process.getuid && !isRoot() && owner !== process.getuid()) {
    throw new EmbeddedDatabaseError(
      `The database in ${clusterDir} belongs to another user (id ${owner}${owner === UNPRIVILEGED.uid ? ", made by root" : ""}); start as that user, or set DATA_DIR.`,
    );
  }
}

function checkVersion(clusterDir: string): void {
  const version = versionOf(clusterDir);
  if (version !== undefined && version !== POSTGRES_MAJOR) {
    throw new EmbeddedDatabaseError(
      `The database in ${clusterDir} was made by PostgreSQL ${version}, this is ${POSTGRES_MAJOR}; see docs/operations.md, or run "npm run reset".`,
    );
  }
}

function versionOf(clusterDir: string): string | undefined {
  try {
    return readFileSync(path.join(clusterDir, "PG_VERSION"), "utf8").trim();
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
