import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { installedProgram, projectRoot } from "./project.ts";
import { makeQuickFolder } from "./quick-folder.ts";

/** A running Tribute's settings must not reach the tests. */
const SETTINGS = /^(APP_|DATABASE_|DATA_|HOST$|PORT$|PUBLIC_URL$|SMTP_|PAYMENT_|SANDBOX_|ALLOW_|NODE_ENV$)/;

export interface Outcome {
  passed: number;
  failures: string[];
}

const reportSchema = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const progressSchema = z.object({ done: z.number(), total: z.number(), failing: z.array(z.string()) });

/** `close` removes the folders. */
export function makeTestRun() {
  const world = makeQuickFolder();
  const compiled = mkdtempSync(path.join(tmpdir(), "tribute-compiled-"));
  const reports = mkdtempSync(path.join(tmpdir(), "tribute-reports-"));
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name))),
    TEST_WORLD: world,
    // A shared compile cache saves a fifth of each start.
    NODE_COMPILE_CACHE: compiled,
  };
  const progress = showProgress();

  /** Prints at the end, or as it comes; stops at the first failure. */
  async function runAll(name: string, isLive: boolean, commands: string[][]): Promise<boolean> {
    const begunAt = performance.now();
    if (!isLive) process.stdout.write(`-- ${name} begins\n`);
    let output = "";
    let hasFailed = false;
    for (const command of commands) {
      const pipe = isLive ? "inherit" : "pipe";
      const child = spawn(process.execPath, command, {
        cwd: projectRoot,
        env,
        stdio: ["ignore", pipe, pipe, "ipc"],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (chunk) => {
          output += chunk;
        });
      if (!isLive) progress(name, child);
      const [code] = await once(child, "close");
      hasFailed = code !== 0;
      if (hasFailed) break;
    }
    const seconds = Math.round((performance.now() - begunAt) / 1000);
    if (!isLive)
      process.stdout.write(`\n== ${name}, ${seconds} s\n${output}${hasFailed ? "FAILED" : "ok"}\n`);
    return !hasFailed;
  }

  return {
    world,
    async check(name: string, ...commands: string[][]): Promise<Outcome> {
      const isPassed = await runAll(name, false, commands);
      return isPassed ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };
    },
    async tests(project: string, names: readonly string[] = [], isLive = false): Promise<Outcome> {
      const reportFile = path.join(reports, `${project}.json`);
      const isPassed = await runAll(`tests: ${project}`, isLive, [
        [
          installedProgram("vitest/vitest.mjs"),
          ...["run", "--project", project, "--reporter=default", "--reporter=json"],
          ...["--reporter=./tests/support/progress-reporter.ts", `--outputFile.json=${reportFile}`],
          ...names,
        ],
      ]);
      const outcome = readReport(reportFile, names.length > 0);
      if (!isPassed && outcome.failures.length === 0) outcome.failures.push(`the project ${project}`);
      return outcome;
    },
    close() {
      for (const folder of [reports, world, compiled]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function showProgress() {
  const counts = new Map<string, z.infer<typeof progressSchema>>();
  let printedAt = 0;
  return (name: string, child: ChildProcess) => {
    child.on("message", (message) => {
      const { data } = progressSchema.safeParse(message);
      if (!data) return;
      counts.set(name, data);
      const all = [...counts.values()];
      const sum = (key: "done" | "total") => all.reduce((total, each) => total + each[key], 0);
      const failing = all.flatMap((each) => each.failing);
      const line = `${sum("done")} files done, ${sum("total") - sum("done")} left, ${failing.length} failing ${failing.join(" ")}`;
      if (process.stdout.isTTY) process.stdout.write(`\r${line} `);
      else if (sum("done") >= printedAt + 20) {
        printedAt = sum("done");
        process.stdout.write(`${line}\n`);
      }
    });
  };
}

function readReport(file: string, isFiltered: boolean): Outcome {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return { passed: 0, failures: [] };
  }
  const report = reportSchema.parse(JSON.parse(text));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const place = path.relative(projectRoot, name);
    if (status === "failed" && !assertionResults.some((each) => each.status === "failed"))
      return [`${place}: ${firstLine(message)}`];
    return assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => `${place}: ${each.fullName}: ${firstLine(each.failureMessages[0] ?? "")}`);
  });
  // Nothing may be skipped in a full run.
  const skipped = isFiltered ? 0 : report.numPendingTests + report.numTodoTests;
  return {
    passed: report.numPassedTests,
    failures: [
      ...failures,
      ...Array.from({ length: skipped }, () => `a skipped test of ${path.parse(file).name}`),
    ],
  };
}

const firstLine = (text: string) => text.split("\n")[0]?.slice(0, 200) ?? "";

/** Steps begin in order, at most `atOnce` at a time. */
export async function runSteps(
  atOnce: number,
  steps: readonly (() => Promise<Outcome>)[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = steps.entries();
  const work = async () => {
    for (const [index, step] of waiting) outcomes[index] = await step();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** The last line is `N passed, N failed`; sets the exit code. */
export function printOutcomes(outcomes: readonly Outcome[]): void {
  const failures = outcomes.flatMap((each) => each.failures);
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

const script = (name: string) => path.join(projectRoot, "scripts", name);
const BUILD = [script("build.ts"), "--if-needed"];
export const MAKE_WORLD = [path.join(projectRoot, "tests/support/fixtures/make-demo-world.ts")];
export const CHECKS = {
  build: [BUILD],
  types: [
    [installedProgram("@react-router/dev/bin.cjs"), "typegen"],
    // Four checkers beside the build take twice the processor time.
    [installedProgram("typescript/bin/tsc"), "--noEmit", "--checkers", "1"],
  ],
  "format and lint": [
    [installedProgram("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."],
    [script("words.ts")],
  ],
  "unused code": [[installedProgram("knip/bin/knip.js"), "--no-progress"]],
  "table types": [[script("db-types.ts"), "--verify"]],
} satisfies Record<string, string[][]>;
