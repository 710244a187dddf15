import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The commit before the last one that brought a migration. */
export function commitBeforeLastMigration(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const added = git(
    "log",
    "-1",
    "--no-merges",
    "--diff-filter=A",
    "--format=%H",
    "--",
    "db/migrations/2*.ts",
  );
  return git("rev-parse", `${added}^`);
}

/** A version, built from its commit; kept for the next check. */
export function builtFrom(commit: string): string {
  const folder = path.join(tmpdir(), `tribute-of-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}-${process.pid}`;
  mkdirSync(fresh);
  execFileSync("sh", ["-c", 'git archive "$0" | tar -x -C "$1"', commit, fresh], { cwd: root });
  for (const args of [["ci"], ["run", "build"]])
    execFileSync("npm", args, { cwd: fresh, stdio: ["ignore", "ignore", "inherit"] });
  renameSync(fresh, folder);
  return folder;
}
