import { existsSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../db/operator-error.ts";

/** The checkout. */
export const projectRoot = path.resolve(import.meta.dirname, "..");

/** The file of an installed package's program, to be run by the Node that runs us. */
export function installedProgram(name: string): string {
  const found = path.join(projectRoot, "node_modules", name);
  if (!existsSync(found)) throw new OperatorError(`${name} is not installed: run "npm ci".`);
  return found;
}
