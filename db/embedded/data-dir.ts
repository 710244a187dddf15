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

/** A data folder that this process has for itself until `lock.release()`. */
export interface DataDir {
  /** Its real path: lock, log and media lie here. */
  dataDir: string;
  /**
   * Where PostgreSQL's account finds its files: the data folder, or, when that account may not enter it, a folder under
   * /var/lib that `cluster` in the data folder links to.
   */
  home: string;
  /** PostgreSQL's own files; may not be there yet. */
  clusterDir: string;
  lock: DataDirLock;
}

/** Where all data lies, the database and files beside it: `DATA_DIR`, else `data` in the project. */
export function defaultDataDir(projectRoot: string, env: Record<string, string | undefined>): string {
  return path.resolve(projectRoot, env.DATA_DIR || "data");
}

/**
 * Makes the data folder when it is missing, and takes it for this process. As root, PostgreSQL runs under another
 * account and has to get at its files: a new or empty folder is opened for passing through (not for listing); when the
 * way there is closed, in a checkout below /root for instance, PostgreSQL's files go to /var/lib (those of a temporary
 * folder to another temporary one) and a link in the data folder leads to them.
 *
 * Throws AlreadyRunningError when another process holds the folder, EmbeddedDatabaseError when this user cannot use it or
 * another PostgreSQL version has made it.
 */
export async function openDataDir(wanted: string, options: { anyVersion?: boolean } = {}): Promise<DataDir> {
  try {
    // No other user has business in there; PostgreSQL's account, as root, passes through.
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

/** Whether a complete cluster is there. */
export function hasCluster(clusterDir: string): boolean {
  return versionOf(clusterDir) !== undefined;
}

/** Gives a file that root has made to the account that has to use it. */
export function handOver(target: string, account: Account | undefined): void {
  if (account) chownSync(target, account.uid, account.gid);
}

/** The account that files beside the cluster belong to as root: the owner of the data folder. */
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

/** A name that nobody has yet: what a removed data folder has left behind is never taken for this one's. */
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
