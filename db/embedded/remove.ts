import { lstatSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { accountFor } from "./account.ts";
import { prepareBinaries } from "./binaries.ts";
import { openDataDir } from "./data-dir.ts";
import { clearLeftovers } from "./postmaster.ts";

/** Other files in the folder stay. */
const OWN = /^(cluster(\..*)?|password|postgres\.log(\.1)?)$/;

export async function removeEmbedded(wanted: string): Promise<boolean> {
  if (!lstatSync(path.join(wanted, "cluster"), { throwIfNoEntry: false })) return false;
  const { dataDir, home, clusterDir, lock } = await openDataDir(wanted, { anyVersion: true });
  try {
    const { pgCtl } = await prepareBinaries(home, accountFor(clusterDir));
    await clearLeftovers(clusterDir, pgCtl);
    if (home !== dataDir) await rm(home, { recursive: true, force: true });
    for (const name of await readdir(dataDir)) {
      if (OWN.test(name)) await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
    return true;
  } finally {
    lock.release();
  }
}
