// Plain JavaScript: an old Node has to be able to read it, and to say so politely.
import * as crypto from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The first Node with all that the product uses: argon2id in node:crypto came last. */
export const NODE_MINIMUM = "24.7.0";

/** The line for whoever starts with another Node; null when this one has what is used. */
export function nodeProblem(version = process.versions.node, has = crypto) {
  if (typeof Reflect.get(has, "argon2") === "function") return null;
  return `Tribute needs Node ${NODE_MINIMUM} or later, this is ${version}: "npm ci" brings one along for most systems, which "npm start" and "npm run" use.`;
}

const packages = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../node_modules");

/** Ends this process with one line when Node or the packages are not there. */
export function requirePrerequisites() {
  const problem =
    nodeProblem() ?? (existsSync(packages) ? null : 'The packages are not installed: run "npm ci" first.');
  if (problem === null) return;
  console.error(problem);
  process.exit(1);
}
