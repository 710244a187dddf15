import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { installedProgram, projectRoot } from "./project.ts";
import { makeQuickFolder } from "./quick-folder.ts";

// npm test: checks and build in parallel, then the projects. Output is printed when each ends. Arguments go
// to vitest. The last line counts passed and failed.

/** In this order: waiting beside computing, longest first. */
const PROJECTS = ["faults", "e2e", "routes", "domain", "unit"];
const PROJECTS_AT_ONCE = 3;
const CHECKS_AT_ONCE = 2;

/** A running Tribute's settings must not reach the tests. */
const SETTINGS = /^(APP_|DATABASE_|DATA_|HOST$|PORT$|PUBLIC_URL$|SMTP_|PAYMENT_|SANDBOX_|ALLOW_|NODE_ENV$)/;
const world = makeQuickFolder();
const compiled = mkdtempSync(path.join(tmpdir(), "tribute-compiled-"));
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name))),
  TEST_WORLD: world,
  // A shared compile cache saves a fifth of each start.
  NODE_COMPILE_CACHE: compiled,
};

interface Tally {
  passed: number;
  failed: number;
}

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Results in order. */
async function runAll(atOnce: number, steps: readonly (() => Promise<Tally>)[]): Promise<Tally[]> {
  const tallies: Tally[] = [];
  const waiting = steps.entries();
  const work = async () => {
    for (const [index, step] of waiting) tallies[index] = await step();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tallies;
}

/** Stops at the first failure; prints at the end. */
async function runAndPrint(name: string, ...commands: string[][]): Promise<number> {
  const begunAt = performance.now();
  process.stdout.write(`-- ${name} begins\n`);
  let status = 0;
  let said = "";
  for (const command of commands) {
    if (status !== 0) break;
    const child = spawn(process.execPath, command, { cwd: projectRoot, env });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += chunk;
      });
    const [code] = await once(child, "close");
    status = typeof code === "number" ? code : 1;
  }
  const seconds = Math.round((performance.now() - begunAt) / 1000);
  process.stdout.write(`\n== ${name}, ${seconds} s\n${said}${status === 0 ? "ok" : "FAILED"}\n`);
  return status;
}

async function runCheck(name: string, ...commands: string[][]): Promise<Tally> {
  const passed = (await runAndPrint(name, ...commands)) === 0;
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runProject(name: string, folder: string): Promise<Tally> {
  const reportFile = path.join(folder, `${name}.json`);
  const status = await runAndPrint(`tests: ${name}`, [
    installedProgram("vitest/vitest.mjs"),
    "run",
    "--project",
    name,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportFile}`,
    ...extra,
  ]);
  const tally = readReport(reportFile, extra.length > 0);
  // An error outside of tests, or no report.
  if (status !== 0 && tally.failed === 0) return { ...tally, failed: 1 };
  return tally;
}

function readReport(file: string, isFiltered: boolean): Tally {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return { passed: 0, failed: 1 };
  }
  const report = reportSchema.parse(JSON.parse(text));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  // Nothing may be skipped in a full run.
  const skipped = isFiltered ? 0 : report.numPendingTests + report.numTodoTests;
  if (skipped > 0) process.stdout.write(`${skipped} skipped tests count as failed.\n`);
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles + skipped };
}

const reports = mkdtempSync(path.join(tmpdir(), "tribute-reports-"));
const extra = process.argv.slice(2);
const script = (name: string) => path.join(projectRoot, "scripts", name);
const tallies = [
  ...(await runAll(CHECKS_AT_ONCE, [
    () =>
      runCheck(
        "build and demo world",
        [script("build.ts"), "--if-needed"],
        [path.join(projectRoot, "tests/support/fixtures/make-demo-world.ts"), world],
      ),
    () =>
      runCheck(
        "types",
        [installedProgram("@react-router/dev/bin.cjs"), "typegen"],
        // One checker beside the build: four take twice the processor time.
        [installedProgram("typescript/bin/tsc"), "--noEmit", "--checkers", "1"],
      ),
    () =>
      runCheck("format and lint", [
        installedProgram("@biomejs/biome/bin/biome"),
        "check",
        "--error-on-warnings",
        ".",
      ]),
    () => runCheck("unused code", [installedProgram("knip/bin/knip.js"), "--no-progress"]),
    () => runCheck("table types", [script("db-types.ts"), "--verify"]),
  ])),
  ...(await runAll(
    PROJECTS_AT_ONCE,
    PROJECTS.map((name) => () => runProject(name, reports)),
  )),
];
for (const folder of [reports, world, compiled]) rmSync(folder, { recursive: true, force: true });

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
