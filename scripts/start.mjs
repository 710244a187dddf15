// npm start: builds when the sources have changed, then runs the server. Plain JavaScript, so that an old Node can read
// it and say so politely.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Tribute needs Node 22.18 or later, this is ${process.versions.node}. "npm ci" brings one along for most systems; start with "npm start".`,
  );
  process.exit(1);
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

const build = spawnSync(process.execPath, ["scripts/build.ts", "--if-needed"], { stdio: "inherit" });
if (build.status !== 0) process.exit(build.status ?? 1);

/** What the person at the terminal can put right: one line says it, a stack would only hide it. */
const EXPECTED = ["AlreadyRunningError", "ConfigError", "EmbeddedDatabaseError"];

process.env.NODE_ENV = "production";
try {
  const server = await import(pathToFileURL(path.join(root, "build", "server", "index.js")).href);
  await server.run(process.argv.slice(2));
} catch (error) {
  console.error(EXPECTED.includes(error?.name) ? error.message : error);
  process.exit(1);
}
