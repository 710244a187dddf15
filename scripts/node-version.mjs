// Plain JavaScript: an old Node has to be able to read it, and to say so politely.
import * as crypto from "node:crypto";

/** The first Node with all that the product uses: argon2id in node:crypto came last. */
export const NODE_MINIMUM = "24.7.0";

/** The line for whoever starts with another Node; null when this one has what is used. */
export function nodeProblem(version = process.versions.node, has = crypto) {
  if (typeof Reflect.get(has, "argon2") === "function") return null;
  return `Tribute needs Node ${NODE_MINIMUM} or later, this is ${version}: "npm ci" brings one along for most systems, which "npm start" and "npm run" use.`;
}

/** Ends this process with that line where there is one. */
export function requireNode() {
  const problem = nodeProblem();
  if (problem === null) return;
  console.error(problem);
  process.exit(1);
}
