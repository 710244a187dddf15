import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { OperatorError } from "../../db/operator-error.ts";

/** This account's images, apart from other tools': plain folders need neither daemon nor overlay. */
const STORE = path.join(tmpdir(), `tribute-images-${process.getuid?.() ?? 0}`);
const STORAGE = [
  "--root",
  path.join(STORE, "root"),
  "--runroot",
  path.join(STORE, "run"),
  "--storage-driver",
  "vfs",
];

/** Returns the output; throws what it said. */
export function run(program: string, args: readonly string[]): string {
  const ended = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1e9 });
  if (ended.error) throw new OperatorError(`${program} cannot be run (${ended.error.message}).`);
  if (ended.status === 0) return ended.stdout.trimEnd();
  throw new OperatorError(`${program} failed:\n${ended.stdout.slice(-2000)}${ended.stderr.slice(-4000)}`);
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

export function buildah(...args: readonly string[]): string {
  return run("buildah", [...STORAGE, ...args]);
}

export function hasImage(name: string): boolean {
  return spawnSync("buildah", [...STORAGE, "inspect", "--type", "image", name]).status === 0;
}

export function canPull(name: string): boolean {
  return spawnSync("buildah", [...STORAGE, "pull", "--quiet", name], { timeout: 600_000 }).status === 0;
}
