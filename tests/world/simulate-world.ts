// Runs the whole product in worlds that seeds decide (docs/faults.md):
//   npm run simulate:world -- --seed 7 --days 2 --trace file    one seed, with its trace
//   npm run simulate:world -- --seed 1 --seeds 500 --record file    many, on from where the record ends
//   npm run simulate:world -- --minutes 10 --record file    as many as there is time for
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { append, readRecord, tableOf, toEntry } from "./swarm-record.ts";
import type { WorldReport } from "./world.ts";
import { openWorldRunner } from "./world-runner.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    minutes: { type: "string" },
    days: { type: "string", default: "3" },
    steps: { type: "string", default: "2000" },
    record: { type: "string" },
    trace: { type: "string" },
    "until-fault": { type: "boolean", default: false },
  },
});

const begun = performance.now();
const earlier = values.record === undefined ? [] : readRecord(values.record);
const entries = [...earlier];
const done = new Set(earlier.map(({ seed }) => seed));
const isLast = (index: number): boolean =>
  values.minutes === undefined
    ? index >= Number(values.seeds ?? 1)
    : performance.now() - begun > Number(values.minutes) * 60_000;

const runner = await openWorldRunner();
try {
  for (let index = 0; !isLast(index); index += 1) {
    const seed = String(Number(values.seed) + index);
    if (done.has(seed)) continue;
    const report = await runner.run({ seed, days: Number(values.days), steps: Number(values.steps) });
    const entry = toEntry(report);
    entries.push(entry);
    if (values.record !== undefined) append(values.record, entry);
    say(report);
    if (report.faults.length > 0) process.exitCode = 1;
    if (report.faults.length > 0 && values["until-fault"]) break;
  }
} finally {
  await runner.stop();
}
process.stdout.write(`${tableOf(entries)}\n`);

function say({ seed, hash, counts, faults, lines }: WorldReport): void {
  const seconds = Math.trunc((performance.now() - begun) / 1000);
  process.stdout.write(`${JSON.stringify({ seed, hash, ...counts, seconds, faults: faults.length })}\n`);
  if (values.trace !== undefined) writeFileSync(values.trace, `${lines.join("\n")}\n`);
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`);
}
