import { createHash } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { type Account, accountFor, closedFolder, isRoot, UNPRIVILEGED } from "./account.ts";
import { EmbeddedDatabaseError } from "./errors.ts";

const POSTGRES_MAJOR = "18";

/** The folder of PostgreSQL's own files inside a data folder. */
export function clusterDirOf(dataDir: string): string {
  return path.join(dataDir, "cluster");
}

/**
 * Where the data lives: `DATA_DIR`, else `data` in the project. As root PostgreSQL runs under another account; when
 * that one cannot enter the project (a checkout below /root), a folder of its own under /var/lib, one a checkout.
 */
export function defaultDataDir(projectRoot: string, env: Record<string, string | undefined>): string {
  if (env.DATA_DIR) return path.resolve(projectRoot, env.DATA_DIR);
  const inProject = path.join(projectRoot, "data");
  const account = accountFor(clusterDirOf(inProject));
  if (!account || !closedFolder(projectRoot, account)) return inProject;
  const checkout = createHash("sha256").update(realpathSync(projectRoot)).digest("hex").slice(0, 8);
  return path.join("/var/lib", `tribute-${checkout}`);
}

/**
 * Makes the data folder when it is missing, and returns its real path. As root it is opened for PostgreSQL's account to
 * pass through (not to list), but only if it is new, empty or ours.
 *
 * Throws EmbeddedDatabaseError when this user, or PostgreSQL's account, cannot use it.
 */
export function openDataDir(wanted: string): string {
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data folder ${wanted} cannot be made (${reasonOf(error)}); set DATA_DIR.`,
    );
  }
  const dataDir = realpathSync(wanted);
  const clusterDir = clusterDirOf(dataDir);
  checkCluster(clusterDir);
  const account = accountFor(clusterDir);
  if (!account) return dataDir;

  const content = readdirSync(dataDir);
  const isOurs = content.length === 0 || content.includes("lock");
  if (isOurs && closedFolder(dataDir, account) === dataDir) {
    chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011);
  }
  const closed = closedFolder(dataDir, account);
  if (closed) {
    throw new EmbeddedDatabaseError(
      `As root, PostgreSQL runs as user id ${account.uid}, which may not enter ${closed}; set DATA_DIR to a folder that it can reach.`,
    );
  }
  return dataDir;
}

/** Gives a file that root has made in the data folder to PostgreSQL's account, or to the owner of the folder. */
export function handOver(target: string, account: Account | undefined): void {
  if (account) chownSync(target, account.uid, account.gid);
}

/** The account that files beside the cluster belong to as root: the owner of the data folder. */
export function folderOwner(dataDir: string): Account | undefined {
  if (!isRoot()) return undefined;
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}

/** Whether a complete cluster is there. */
export function hasCluster(clusterDir: string): boolean {
  return versionOf(clusterDir) !== undefined;
}

function checkCluster(clusterDir: string): void {
  const owner = statSync(clusterDir, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && process.getuid && !isRoot() && owner !== process.getuid()) {
    throw new EmbeddedDatabaseError(
      `The database in ${clusterDir} belongs to another user (id ${owner}${owner === UNPRIVILEGED.uid ? ", made by root" : ""}); start as that user, or set DATA_DIR.`,
    );
  }
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
