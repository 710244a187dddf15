// Runs the whole product in worlds that seeds decide (docs/faults.md):
//   npm run simulate:world -- --seed 7 --days 2 --trace file    one seed, with its trace
//   npm run simulate:world -- --seed 1 --seeds 500 --cores 2 --record file    many, on from where the record ends
//   npm run simulate:world -- --minutes 10 --record file    as many as there is time for
//   npm run simulate:world -- --seed 7 --shrink file    a failing seed as a short story, and its world as a file
//   npm run simulate:world -- --story file    that world again
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { shrinkWorld, storyOf } from "./shrink-world.ts";
import { append, readRecord, tableOf, toEntry } from "./swarm-record.ts";
import { type WorldReport, type WorldRun, worldRun } from "./world.ts";
import { mixOf } from "./world-mix.ts";
import { openWorldRunner } from "./world-runner.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    minutes: { type: "string" },
    cores: { type: "string", default: "1" },
    /** Of the cores, which one this process is. */
    core: { type: "string" },
    days: { type: "string", default: "3" },
    steps: { type: "string", default: "2000" },
    record: { type: "string" },
    trace: { type: "string" },
    shrink: { type: "string" },
    story: { type: "string" },
    "until-fault": { type: "boolean", default: false },
  },
});

/** More acts than any world has steps for. */
const MANY = 1_000_000;

const begun = performance.now();
const cores = Number(values.cores);
if (values.story !== undefined) await runStories([values.story]);
else if (cores > 1 && values.core === undefined) await runOnCores();
else await runSeeds();

/** A process for each core; they write one record. */
async function runOnCores(): Promise<void> {
  const record = values.record ?? path.join(mkdtempSync(path.join(tmpdir(), "worlds-")), "record");
  const children = Array.from({ length: cores }, (_, core) => {
    const args = [...process.argv.slice(1), "--record", record, "--core", String(core)];
    return spawn(process.execPath, args, { stdio: "inherit" });
  });
  const endAll = () => {
    for (const child of children) child.kill();
  };
  // Each world ends, and its PostgreSQL with it.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, endAll);
  const codes = await Promise.all(
    children.map(async (child) => {
      const [code] = await once(child, "close");
      if (code !== 0 && values["until-fault"]) endAll();
      return code;
    }),
  );
  process.stdout.write(`${tableOf(readRecord(record))}\n`);
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
}

async function runSeeds(): Promise<void> {
  const entries = values.record === undefined ? [] : readRecord(values.record);
  const done = new Set(entries.map(({ seed }) => seed));
  let isEnded = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      isEnded = true;
    });
  const isLast = (index: number): boolean => {
    if (isEnded || values.minutes === undefined) return isEnded || index >= Number(values.seeds ?? 1);
    return performance.now() - begun > Number(values.minutes) * 60_000;
  };
  const runner = await openWorldRunner();
  try {
    for (let index = Number(values.core ?? 0); !isLast(index); index += cores) {
      const seed = String(Number(values.seed) + index);
      if (done.has(seed)) continue;
      const world = {
        seed,
        days: Number(values.days),
        steps: Number(values.steps),
        mix: mixOf(seed),
        acts: MANY,
        omit: [],
        order: 0,
      };
      const report = await runner.run(world);
      const entry = toEntry(report);
      entries.push(entry);
      if (values.record !== undefined) append(values.record, entry);
      show(report);
      if (report.faults.length === 0) continue;
      process.exitCode = 1;
      if (values.shrink !== undefined) await shrink(runner.run, report, values.shrink);
      if (values.shrink !== undefined || values["until-fault"]) break;
    }
  } finally {
    await runner.stop();
  }
  if (values.core === undefined) process.stdout.write(`${tableOf(entries)}\n`);
}

async function shrink(
  run: (world: WorldRun) => Promise<WorldReport>,
  report: WorldReport,
  file: string,
): Promise<void> {
  const smallest = await shrinkWorld(run, report);
  writeFileSync(file, `${JSON.stringify(smallest.world, null, 2)}\n`);
  process.stdout.write(`${storyOf(smallest)}\n`);
}

/** Worlds that once had a fault, as files. */
async function runStories(files: readonly string[]): Promise<void> {
  const runner = await openWorldRunner();
  try {
    for (const file of files) {
      const report = await runner.run(worldRun.parse(JSON.parse(readFileSync(file, "utf8"))));
      process.stdout.write(`${storyOf(report)}\n${report.faults.length} faults\n`);
      if (report.faults.length > 0) process.exitCode = 1;
    }
  } finally {
    await runner.stop();
  }
}

function show({ world, hash, counts, faults, lines }: WorldReport): void {
  const seconds = Math.trunc((performance.now() - begun) / 1000);
  const { seed } = world;
  process.stdout.write(`${JSON.stringify({ seed, hash, ...counts, seconds, faults: faults.length })}\n`);
  if (values.trace !== undefined) writeFileSync(values.trace, `${lines.join("\n")}\n`);
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`);
}
