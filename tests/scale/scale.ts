import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { runDeploy } from "./deploy-run.ts";
import { runFailover } from "./failover-run.ts";
import type { Outcome } from "./outcome.ts";
import { runSuite } from "./suite-run.ts";

// npm run scale -- <run>: the product on several machines' worth of known parts, all on this one (docs/scale-runs.md).
//   failover  the primary is lost --kills times while fans tip
//   suite     the tests of two instances, behind HAProxy and PgBouncer
//   deploy    web processes are drained, replaced and killed, --rounds times each
// --rate fans a second. Exit code 1 when anything acknowledged was lost or done twice.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: "string", default: "4" },
    kills: { type: "string", default: "10" },
    rounds: { type: "string", default: "2" },
    direct: { type: "boolean", default: false },
  },
});

const rate = Number(values.rate);
const isPooled = !values.direct;
const RUNS: Record<string, () => Promise<Outcome>> = {
  failover: () => runFailover({ kills: Number(values.kills), rate, isPooled }),
  suite: runSuite,
  deploy: () => runDeploy({ rounds: Number(values.rounds), rate, isPooled }),
};

const run = RUNS[positionals[0] ?? ""];
if (!run) {
  process.stderr.write(`npm run scale -- ${Object.keys(RUNS).join(" | ")}\n`);
  process.exit(1);
}
const begun = Date.now();
const { lines, faults, logs } = await run();
for (const line of logs) process.stderr.write(`logged ${line}\n`);
for (const line of lines) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${((Date.now() - begun) / 1000).toFixed(0)} s; load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
);
for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`);
process.exit(faults.length === 0 ? 0 : 1);
