// npm start: builds when the sources have changed, then runs the server. Plain JavaScript, so that an old Node can read
// it and say so politely.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { requirePrerequisites } from "./prerequisites.mjs";

requirePrerequisites();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
giveMemoryBack();
const { stopWithNpm } = await import("./stop-with-npm.mjs");
stopWithNpm();
await build();
process.env.NODE_ENV = "production";
// Passwords and pictures take up to 4 threads of Node's pool, which would have no more: files and the names of other
// machines need some that nobody takes. Nothing before this has used the pool, so it is not too late to say.
process.env.UV_THREADPOOL_SIZE ??= "8";
const server = await import(pathToFileURL(path.join(root, "build", "server", "index.js")).href);
await server.run(process.argv.slice(2));

/**
 * Begins again as the same process with settings that glibc reads once, at the very beginning. Few memory arenas: with
 * one for each thread that draws pictures and hashes passwords, memory grows with every thousand of requests
 * (docs/faults.md). And what was given back goes back to the system, instead of being kept for later: 25 MB under load.
 */
function giveMemoryBack() {
  const settings = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };
  const isSet = Object.keys(settings).every((name) => process.env[name] !== undefined);
  if (process.platform !== "linux" || isSet || !process.execve) return;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...settings, ...process.env });
}

/** Builds if needed; ends this process when that fails, or when it is told to stop meanwhile. */
async function build() {
  // A process group of its own, so that a stop reaches the build's own children too (Windows has no such groups).
  const detached = process.platform !== "win32";
  const args = ["scripts/build.ts", "--if-needed"];
  const child = spawn(process.execPath, args, { detached, stdio: ["ignore", "inherit", "inherit"] });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    if (detached) process.kill(-child.pid, "SIGTERM");
    else child.kill();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const name of signals) process.on(name, stop);
  const [code] = await once(child, "exit");
  for (const name of signals) process.off(name, stop);
  if (isStopping || code !== 0) process.exit(isStopping ? 0 : (code ?? 1));
}
