import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";

/** The system account that PostgreSQL runs under when we are root. */
export interface Account {
  uid: number;
  gid: number;
}

/** "nobody" on every common system; used as a number, so it need not be known by name. */
export const UNPRIVILEGED: Account = { uid: 65534, gid: 65534 };

/** Whether this process is root, under which PostgreSQL refuses to run. Never true on Windows. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account that PostgreSQL has to run under for a data folder: undefined for an ordinary user (their own); as root
 * the owner of the cluster that is there, else the unprivileged account.
 */
export function accountFor(clusterDir: string): Account | undefined {
  if (!isRoot()) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : UNPRIVILEGED;
}

/**
 * Accounts to try for a new cluster as root, the best first. `initdb` insists on an account that the system can look
 * up, and a minimal image may not know 65534; then any other unprivileged one serves.
 */
export function candidateAccounts(): Account[] {
  const known: (Account & { name: string })[] = [];
  let passwd = "";
  try {
    passwd = readFileSync("/etc/passwd", "utf8");
  } catch {
    // No such file: the first candidate may still be known from elsewhere.
  }
  for (const line of passwd.split("\n")) {
    const [name = "", , uid, gid] = line.split(":");
    if (Number(uid) > 0 && Number(gid) > 0) known.push({ name, uid: Number(uid), gid: Number(gid) });
  }
  const byPreference = ["nobody", "daemon"].flatMap((name) => known.filter((entry) => entry.name === name));
  return [UNPRIVILEGED, ...byPreference, ...known.slice(0, 1)].map(({ uid, gid }) => ({ uid, gid }));
}

/**
 * The first folder on the way to `target`, itself included, that the account may not enter; undefined when the way is
 * open. Folders that do not exist yet count as open. Judged by owner and mode, not by access lists.
 */
export function closedFolder(target: string, account: Account): string | undefined {
  const folders: string[] = [];
  for (let folder = realFolder(target); ; folder = path.dirname(folder)) {
    folders.unshift(folder);
    if (folder === path.dirname(folder)) break;
  }
  return folders.find((folder) => {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats !== undefined && !mayEnter(stats, account);
  });
}

function mayEnter(stats: Stats, { uid, gid }: Account): boolean {
  if (stats.uid === uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}

/** The path with symbolic links resolved, as far as it exists. */
function realFolder(target: string): string {
  const absolute = path.resolve(target);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = path.dirname(absolute);
    return parent === absolute ? absolute : path.join(realFolder(parent), path.basename(absolute));
  }
}
