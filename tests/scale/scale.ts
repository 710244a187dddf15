import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { runBench } from "./bench-run.ts";
import { runDeploy } from "./deploy-run.ts";
import { runFailover } from "./failover-run.ts";
import type { Outcome } from "./outcome.ts";
import { runReplica } from "./replica-run.ts";
import { runSuite } from "./suite-run.ts";
import { runTips } from "./tips-run.ts";

// npm run scale -- <run>: the known parts of compose.scale.yaml, all on this machine (docs/scale-runs.md).
//   tips      fans go through whole tips at each of --rates a second, for --seconds
//   failover  the primary is lost --kills times while fans tip
//   deploy    web processes are drained, replaced and killed, --rounds times each; --next names a checkout of
//             another version, built, which every other round brings and the next takes back
//   replica   fans and creators while the standby that is read from is ten seconds behind
//   suite     the tests of two instances, behind HAProxy and PgBouncer
//   bench     what a request costs each part: direct, pooled, two web processes
// --rate fans a second; --direct goes past PgBouncer. Exit code 1 when anything acknowledged was lost or done twice.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: "string", default: "4" },
    rates: { type: "string", default: "5,10,15,20" },
    seconds: { type: "string", default: "60" },
    kills: { type: "string", default: "10" },
    rounds: { type: "string", default: "2" },
    next: { type: "string" },
    direct: { type: "boolean", default: false },
  },
});

const rate = Number(values.rate);
const seconds = Number(values.seconds);
const isPooled = !values.direct;
const RUNS: Record<string, () => Promise<Outcome>> = {
  tips: () => runTips({ rates: values.rates.split(",").map(Number), seconds, isPooled }),
  failover: () => runFailover({ kills: Number(values.kills), rate, isPooled }),
  deploy: () => runDeploy({ rounds: Number(values.rounds), rate, isPooled, nextFolder: values.next }),
  replica: () => runReplica({ seconds, rate, isPooled }),
  suite: runSuite,
  bench: runBench,
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
