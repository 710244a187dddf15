import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fingerprintSources, isBuilt, writeStamp } from "./build-stamp.ts";
import { precompress } from "./precompress.ts";
import { installedProgram, projectRoot, runNode } from "./project.ts";
import { writeSoftwareBill } from "./sbom.ts";

// Builds the browser's and the server's half, makes the dictionaries that pages are compressed with, compresses what the browser loads, lists what it is made of (build/sbom.cdx.json), and stamps the result with the
// fingerprint of its sources. With --if-needed it does nothing when the stamp fits.

const PATIENCE_MS = 600_000;
const ifNeeded = process.argv.includes("--if-needed");
const buildDir = path.join(projectRoot, "build");

async function build(fingerprint: string): Promise<number> {
  const began = performance.now();
  process.stdout.write("Building…\n");
  rmSync(path.join(buildDir, "stamp"), { force: true });
  const program = installedProgram("@react-router/dev/bin.cjs");
  const status = runNode([program, "build", "--logLevel", "warn"], {
    ...process.env,
    NODE_ENV: "production",
  });
  if (status !== 0) return status;
  const made = runNode([path.join(projectRoot, "scripts", "dictionaries.ts")], {
    ...process.env,
    NODE_ENV: "production",
  });
  if (made !== 0) return made;
  await precompress(path.join(buildDir, "client"));
  writeSoftwareBill(path.join(buildDir, "sbom.cdx.json"));
  writeStamp(fingerprint);
  process.stdout.write(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
  return 0;
}

/** Two starts at once must not build over each other: the second waits, and then finds the work done. */
function waitForTurn(): DatabaseSync {
  mkdirSync(path.join(projectRoot, ".react-router"), { recursive: true });
  const turn = new DatabaseSync(path.join(projectRoot, ".react-router", "build.lock"), {
    timeout: PATIENCE_MS,
  });
  turn.exec("PRAGMA journal_mode = MEMORY");
  turn.exec("BEGIN EXCLUSIVE");
  return turn;
}

const fingerprint = fingerprintSources();
if (!ifNeeded || !isBuilt(fingerprint)) {
  const turn = waitForTurn();
  if (!ifNeeded || !isBuilt(fingerprint)) process.exitCode = await build(fingerprint);
  turn.close();
}
