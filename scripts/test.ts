import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { installedProgram, projectRoot, runNode } from "./project.ts";

// npm test: format and lint, types, the generated table types, the build, then every test project, one after the other,
// whatever failed before. Arguments go to vitest (npm test -- -t "a name"). The last line counts: N passed, N failed.

const PROJECTS = ["unit", "domain", "routes", "e2e", "faults"];

/** Settings of a running Tribute must not reach the tests, which make their own. */
const SETTINGS = /^(APP_|DATABASE_|DATA_|HOST$|PORT$|PUBLIC_URL$|SMTP_|PAYMENT_|SANDBOX_|ALLOW_|NODE_ENV$)/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));

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

function heading(name: string): void {
  process.stdout.write(`\n== ${name}\n`);
}

/** A check counts as one. */
function runCheck(name: string, ...commands: string[][]): Tally {
  heading(name);
  const passed = commands.every((command) => runNode(command, env) === 0);
  process.stdout.write(passed ? "ok\n" : "FAILED\n");
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function runProject(name: string, folder: string, extra: string[]): Tally {
  heading(`tests: ${name}`);
  const reportFile = path.join(folder, `${name}.json`);
  const status = runNode(
    [
      installedProgram("vitest/vitest.mjs"),
      ...[
        "run",
        "--project",
        name,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${reportFile}`,
      ],
      ...extra,
    ],
    env,
  );
  const tally = readReport(reportFile, extra.length > 0);
  // An error outside of every test, or no report at all: something failed that no test counts.
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
  // Nothing is skipped here unless somebody asked for a part.
  const skipped = isFiltered ? 0 : report.numPendingTests + report.numTodoTests;
  if (skipped > 0) process.stdout.write(`${skipped} skipped tests count as failed.\n`);
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles + skipped };
}

const reports = mkdtempSync(path.join(tmpdir(), "tribute-reports-"));
const extra = process.argv.slice(2);
const script = (name: string) => path.join(projectRoot, "scripts", name);
const tallies = [
  runCheck("format and lint", [
    installedProgram("@biomejs/biome/bin/biome"),
    "check",
    "--error-on-warnings",
    ".",
  ]),
  runCheck(
    "types",
    [installedProgram("@react-router/dev/bin.cjs"), "typegen"],
    [installedProgram("typescript/bin/tsc"), "--noEmit"],
  ),
  runCheck("table types", [script("db-types.ts"), "--verify"]),
  runCheck("build", [script("build.ts"), "--if-needed"]),
  ...PROJECTS.map((name) => runProject(name, reports, extra)),
];
rmSync(reports, { recursive: true });

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
