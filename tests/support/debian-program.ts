import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Unpacked packages, for all tests of this machine. */
const FOLDER = path.join(tmpdir(), "tribute-debian-packages");

/**
 * A program of this machine, else of Debian's package, downloaded and unpacked without installing it: `file` is its
 * place there, such as "usr/bin/promtool". Null where neither is to be had.
 */
export function debianProgram(name: string, file: string): string | null {
  const installed = (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, path.basename(file)))
    .find((each) => existsSync(each));
  if (installed) return installed;
  const unpacked = path.join(FOLDER, name, file);
  if (!existsSync(unpacked)) unpack(name);
  return existsSync(unpacked) ? unpacked : null;
}

function unpack(name: string): void {
  mkdirSync(FOLDER, { recursive: true });
  const own = mkdtempSync(path.join(FOLDER, "new-"));
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: own, timeout: 300_000 }).status === 0;
  const download = () => run("apt-get", "download", name);
  if (download() || (process.getuid?.() === 0 && run("apt-get", "update") && download())) {
    const archive = readdirSync(own).find((each) => each.endsWith(".deb"));
    const isUnpacked = archive !== undefined && run("dpkg-deb", "--extract", archive, "root");
    // Of two tests at once the first one's stays.
    if (isUnpacked && !existsSync(path.join(FOLDER, name)))
      renameSync(path.join(own, "root"), path.join(FOLDER, name));
  }
  rmSync(own, { recursive: true, force: true });
}
