import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** PostgreSQL, etcd and Patroni will not run as root, or should not. */
export const UNPRIVILEGED = 65_534;

/** What a run has started and made, for as long as it lasts. */
export interface Stage {
  folder: string;
  /** A folder of that name which unprivileged programs own. */
  folderFor(name: string): string;
  /** `end` is called when the run is over, the last one first. */
  ends(end: () => Promise<void>): void;
  close(): Promise<void>;
}

/** A folder and a list of ends; a signal ends the run as its end would. */
export function openStage(): Stage {
  const folder = mkdtempSync(join(tmpdir(), "tribute-scale-"));
  chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  const ends: (() => Promise<void>)[] = [];
  let closing: Promise<void> | null = null;
  const close = async () => {
    for (const end of ends.splice(0).reverse())
      await end().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    if (!process.env.SCALE_KEEP) rmSync(folder, { recursive: true, force: true });
  };
  const stage = {
    folder,
    folderFor(name: string) {
      const made = join(folder, name);
      mkdirSync(made, { recursive: true, mode: 0o700 });
      chownSync(made, UNPRIVILEGED, UNPRIVILEGED);
      return made;
    },
    ends(end: () => Promise<void>) {
      ends.push(end);
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stage.close().then(() => process.exit(1)));
  return stage;
}
