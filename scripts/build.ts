import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdirSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createProgress } from "../app/server/run-from-terminal.server.ts";
import { OperatorError } from "../db/operator-error.ts";
import { fingerprintSources, isBuilt, writeStamp } from "./build-stamp.ts";
import { runCommand } from "./command.ts";
import { precompress } from "./precompress.ts";
import { installedProgram, projectRoot } from "./project.ts";
import { writeSoftwareBill } from "./sbom.ts";

// Builds browser, server, dictionaries, compressed files and build/sbom.cdx.json. --if-needed skips a
// matching build.

const PATIENCE_MS = 600_000;
const ROOM_BYTES = 1_000_000;
const lockDir = path.join(projectRoot, ".react-router");
const buildDir = path.join(projectRoot, "build");

async function build(fingerprint: string): Promise<void> {
  const began = performance.now();
  const { stdout } = process;
  if (!stdout.isTTY) stdout.write("Building…\n");
  const progress = createProgress(stdout, Date.now);
  try {
    rmSync(path.join(buildDir, "stamp"), { force: true });
    progress.show("Building, 1 of 3: pages and server");
    await runStep([installedProgram("@react-router/dev/bin.cjs"), "build", "--logLevel", "warn"]);
    progress.show("Building, 2 of 3: dictionaries");
    await runStep([path.join(projectRoot, "scripts", "dictionaries.ts")]);
    progress.show("Building, 3 of 3: compression");
    await precompress(path.join(buildDir, "client"));
    writeSoftwareBill(path.join(buildDir, "sbom.cdx.json"));
    writeStamp(fingerprint);
  } finally {
    progress.end();
  }
  stdout.write(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
}

async function runStep(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  const [code] = await once(child, "close");
  const { bavail, bsize } = statfsSync(projectRoot);
  if (code !== 0 && bavail * bsize < ROOM_BYTES)
    throw new OperatorError(`The disk of ${projectRoot} is full: make room and build again.`);
  process.stderr.write(said);
  if (code !== 0) throw new OperatorError(`The build failed; the lines above say why.`);
}

/** A second build waits and finds the work done. */
function waitForTurn(): DatabaseSync {
  for (const folder of [lockDir, buildDir]) prepareFolder(folder);
  const turn = new DatabaseSync(path.join(lockDir, "build.lock"), { timeout: PATIENCE_MS });
  turn.exec("PRAGMA journal_mode = MEMORY");
  turn.exec("BEGIN EXCLUSIVE");
  return turn;
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : String(error);
    throw new OperatorError(
      `Tribute has to be built, and ${folder} cannot be written (${reason}): run "npm run build" as a user who may write there.`,
    );
  }
}

await runCommand(async () => {
  const ifNeeded = process.argv.includes("--if-needed");
  const fingerprint = fingerprintSources();
  if (ifNeeded && isBuilt(fingerprint)) return;
  const turn = waitForTurn();
  if (!ifNeeded || !isBuilt(fingerprint)) await build(fingerprint);
  turn.close();
});
