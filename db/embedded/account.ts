import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";

export interface Account {
  uid: number;
  gid: number;
}

/** "nobody", by number: its name need not exist. */
export const UNPRIVILEGED: Account = { uid: 65534, gid: 65534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Undefined for ordinary users; for root the cluster's owner, else the unprivileged account. */
export function accountFor(clusterDir: string): Account | undefined {
  if (!isRoot()) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : UNPRIVILEGED;
}

/** Best first: `initdb` needs a named account, which minimal images may lack for 65534. */
export function candidateAccounts(): Account[] {
  const known: (Account & { name: string })[] = [];
  let passwd = "";
  try {
    passwd = readFileSync("/etc/passwd", "utf8");
  } catch {
    // Without the file, the first candidate may still be known.
  }
  for (const line of passwd.split("\n")) {
    const [name = "", , uid, gid] = line.split(":");
    if (Number(uid) > 0 && Number(gid) > 0) known.push({ name, uid: Number(uid), gid: Number(gid) });
  }
  const byPreference = ["nobody", "daemon"].flatMap((name) => known.filter((entry) => entry.name === name));
  return [UNPRIVILEGED, ...byPreference, ...known.slice(0, 1)].map(({ uid, gid }) => ({ uid, gid }));
}

/** Including `target`; missing folders count as open. By owner and mode, not ACLs. */
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

function realFolder(target: string): string {
  const absolute = path.resolve(target);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = path.dirname(absolute);
    return parent === absolute ? absolute : path.join(realFolder(parent), path.basename(absolute));
  }
}
