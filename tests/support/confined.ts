import { spawnSync } from "node:child_process";
import { isRoot } from "../../db/embedded/account.ts";

/** Mounts that only the started process sees, and that end with it. */
const NAMESPACE = isRoot() ? ["--mount"] : ["--user", "--map-current-user", "--keep-caps", "--mount"];
const MOUNTS = [
  'mount --bind "$0" "$0"',
  'mount --bind "$1" "$1"',
  "mount -o remount,bind,ro /",
  'mount -o remount,bind,ro "$0"',
  "shift",
  'exec "$@"',
].join(" && ");
const WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"];

/**
 * The command that runs another one as compose.yaml does: the root is read-only, the checkout included, only the data
 * folder can be written, and there are no capabilities. Empty where this machine grants no mounts.
 */
export function confinedTo(checkout: string, dataDir: string): string[] {
  const command = ["unshare", ...NAMESPACE, "sh", "-c", MOUNTS, checkout, dataDir, ...WITHOUT_RIGHTS];
  const [program = "", ...args] = command;
  return spawnSync(program, [...args, "true"]).status === 0 ? command : [];
}
