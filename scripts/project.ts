import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** The checkout. */
export const projectRoot = path.resolve(import.meta.dirname, "..");

/** How to run a JavaScript program of an installed package with the Node that runs us: `node path/to/program.js`. */
export function installedProgram(name: string): string {
  const found = path.join(projectRoot, "node_modules", name);
  if (!existsSync(found)) throw new Error(`${name} is not installed: run "npm ci".`);
  return found;
}

/** Runs a Node program with our terminal; answers its exit code. */
export function runNode(
  args: string[],
  options: { env?: Record<string, string>; input?: string } = {},
): number {
  const { status } = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...options.env },
    stdio: "inherit",
  });
  return status ?? 1;
}
