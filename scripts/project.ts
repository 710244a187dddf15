import { existsSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../db/operator-error.ts";

export const projectRoot = path.resolve(import.meta.dirname, "..");

export function installedProgram(name: string): string {
  const found = path.join(projectRoot, "node_modules", name);
  if (!existsSync(found)) throw new OperatorError(`${name} is not installed: run "npm ci".`);
  return found;
}
