import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** The checkout. */
export const projectRoot = path.resolve(import.meta.dirname, "..");

/** The file of an installed package's program, to be run by the Node that runs us. */
export function installedProgram(name: string): string {
  const found = path.join(projectRoot, "node_modules", name);
  if (!existsSync(found)) throw new Error(`${name} is not installed: run "npm ci".`);
  return found;
}

/** Runs a Node program in the project with our terminal; returns its exit code. */
export function runNode(args: string[], env: NodeJS.ProcessEnv = process.env): number {
  const { status } = spawnSync(process.execPath, args, { cwd: projectRoot, env, stdio: "inherit" });
  return status ?? 1;
}
