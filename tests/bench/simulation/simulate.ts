import { parseArgs } from "node:util";
import { MEASURED, type StepDemand, type TipDemands } from "./demands.ts";
import { Simulation } from "./engine.ts";
import { runEvenings } from "./evening-run.ts";
import { type Evening, type Installation, simulate } from "./installation.ts";
import { measureDemands } from "./measure-demands.ts";

// npm run simulate: what fills up first in installations of several sizes, by what a tip was measured to take
// (demands.ts). With --measure that is measured anew, on this machine. With --check evenings on this machine run beside
// the simulation of the same ones.

const CHECKED_RATES = [4, 8, 12, 16];
const CHECK_SECONDS = 30;
const THINK_MS = 1000;
/** A local disk, and one whose commits wait for a standby in the next rack too. */
const SYNC_MS = 0.5;
const REPLICATED_SYNC_MS = 1.5;
/** PgBouncer took 4.5 ms of a whole tip, 16 transactions (docs/scale-runs.md). */
const POOLER_MS = 0.28;
const HOT_SHARE = 0.05;

const { values } = parseArgs({
  options: { measure: { type: "boolean", default: false }, check: { type: "boolean", default: false } },
});
const demands = values.measure || values.check ? await measureDemands() : MEASURED;
if (values.measure) process.stdout.write(`${JSON.stringify(demands, null, 2)}\n`);
describeTip(demands);
if (values.check) await compare(demands.steps);
else fillUp(demands.steps);

function describeTip({ steps, stored_bytes, wal_bytes }: TipDemands): void {
  const total = (of: (step: StepDemand) => number) => steps.reduce((sum, step) => sum + of(step), 0);
  process.stdout.write(
    `A tip: ${total((step) => step.server_ms).toFixed(1)} ms of the product, ${total((step) => step.postgres_ms).toFixed(1)} ms of ` +
      `PostgreSQL, ${total((step) => step.commits).toFixed(0)} commits, ${(stored_bytes / 1000).toFixed(1)} KB kept, ` +
      `${(wal_bytes / 1000).toFixed(1)} KB in the log\n\n`,
  );
}

/** A rate, and an installation for it. */
interface Size {
  name: string;
  plan: Installation;
  tips_per_second: number;
}

function sizes(): Size[] {
  const one = { pool: 20, poolers: null, sync_ms: SYNC_MS, hot_share: HOT_SHARE } as const;
  const many = { ...one, poolers: { count: 1, ms: POOLER_MS }, sync_ms: REPLICATED_SYNC_MS };
  const spread = { ...many, poolers: { count: 4, ms: POOLER_MS } };
  const small: Installation = { ...one, instances: 1, cores: { shared: 2 } };
  const large: Installation = { ...many, instances: 8, cores: { instances: 10, postgres: 8 } };
  return [
    { tips_per_second: 1, name: "one process and PostgreSQL on 2 cores", plan: small },
    { tips_per_second: 10, name: "the same", plan: small },
    { tips_per_second: 20, name: "the same", plan: small },
    { tips_per_second: 100, name: "8 instances, PgBouncer, a primary of 8 cores", plan: large },
    {
      tips_per_second: 500,
      name: "40 instances, 4 of PgBouncer, a primary of 16 cores",
      plan: { ...spread, instances: 40, cores: { instances: 50, postgres: 16 } },
    },
    {
      tips_per_second: 625,
      name: "50 instances, 4 of PgBouncer, a primary of 32 cores: one of 16 such parts for 10,000",
      plan: { ...spread, instances: 50, cores: { instances: 60, postgres: 32 } },
    },
  ];
}

function fillUp(steps: readonly StepDemand[]): void {
  const rows = sizes().map(({ name, plan, tips_per_second }) => {
    const seconds = tips_per_second > 50 ? 15 : 120;
    const evening: Evening = { tips_per_second, seconds, think_ms: THINK_MS, fan_ms: 0 };
    const seen = simulate(new Simulation(), steps, plan, evening);
    const busiest = seen.parts.slice(0, 3).map((part) => `${part.name} ${(part.use * 100).toFixed(0)} %`);
    return [
      String(tips_per_second),
      name,
      busiest.join(", "),
      `${seen.p50_ms.toFixed(0)}, ${seen.p95_ms.toFixed(0)} ms`,
      seen.settled_per_second.toFixed(1),
      seen.commits_per_sync.toFixed(1),
    ];
  });
  print(
    ["tips a second", "installation", "busiest", "p50, p95 of a step", "settled a second", "commits a sync"],
    rows,
  );
}

async function compare(steps: readonly StepDemand[]): Promise<void> {
  const runs = await runEvenings(CHECKED_RATES, { seconds: CHECK_SECONDS, think_ms: THINK_MS });
  // The last step of the demands is the page of thanks once more, which these fans do not wait for.
  const walked = steps.slice(0, -1);
  const rows = runs.map((run) => {
    const plan: Installation = {
      instances: 1,
      pool: 20,
      poolers: null,
      cores: { shared: 2 },
      sync_ms: SYNC_MS,
      hot_share: 0.2,
    };
    const fan_ms = (run.fan_cores * 1000) / run.tips_per_second / walked.length;
    const evening: Evening = {
      tips_per_second: run.tips_per_second,
      seconds: CHECK_SECONDS,
      think_ms: THINK_MS,
      fan_ms,
    };
    const { parts, p50_ms, p95_ms } = simulate(new Simulation(), walked, plan, evening);
    const cores = parts.find(({ name }) => name === "cores of the machine")?.use ?? Number.NaN;
    const measured = run.server_cores + run.postgres_cores + run.fan_cores;
    return [
      run.tips_per_second.toFixed(1),
      `${measured.toFixed(2)} (${run.server_cores.toFixed(2)}, ${run.postgres_cores.toFixed(2)}, ${run.fan_cores.toFixed(2)})`,
      (cores * 2).toFixed(2),
      `${run.p50_ms.toFixed(1)}, ${run.p95_ms.toFixed(1)} ms`,
      `${p50_ms.toFixed(1)}, ${p95_ms.toFixed(1)} ms`,
    ];
  });
  print(
    [
      "tips a second",
      "cores in use (product, PostgreSQL, fans)",
      "simulated",
      "p50, p95 of a step",
      "simulated",
    ],
    rows,
  );
}

function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  process.stdout.write(line(head) + line(head.map(() => "---")) + rows.map(line).join(""));
}
