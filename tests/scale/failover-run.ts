import { createDatabase } from "../../db/index.ts";
import { startCrowd } from "./crowd.ts";
import { lookForFaults, noticesIn } from "./look.ts";
import { type Outcome, problemsIn } from "./outcome.ts";
import { openStage } from "./stage.ts";
import { openWorld, type WorldOptions } from "./world.ts";

export interface FailoverOptions extends WorldOptions {
  kills: number;
  rate: number;
}

/** Before a kill the fans are under way, and after a takeover they get this long to be served again. */
const CALM_MS = 4000;

/**
 * Loses the primary again and again while fans tip: PostgreSQL and its Patroni end in one moment, or (every second time)
 * stand still as on a machine that hangs, with all their connections open. Each time the standby takes over by itself, and
 * the lost machine comes back as the standby before the next one is lost.
 */
export async function runFailover({ kills, rate, ...options }: FailoverOptions): Promise<Outcome> {
  const stage = openStage();
  try {
    const world = await openWorld(stage, options);
    const { cluster, balancer, instances, worker, ownerUrl } = world;
    const run = `f${Date.now() % 1_000_000}`;
    const crowd = startCrowd(balancer.url, rate, run);
    const lines: string[] = [
      "| loss | how | gap | answers that were repeated | tips paid by then |",
      "|---|---|---|---|---|",
    ];
    const gaps: number[] = [];
    await pause(CALM_MS);
    for (let kill = 1; kill <= kills; kill += 1) {
      await cluster.waitUntilWhole();
      await pause(CALM_MS);
      const lost = await cluster.primary();
      const isFrozen = kill % 2 === 0;
      const failedBefore = crowd.failed.length;
      const atMs = performance.now();
      if (isFrozen) lost.freeze();
      else await lost.lose();
      await cluster.waitForTakeover(lost);
      await pause(CALM_MS);
      if (isFrozen) lost.resume();
      else lost.start();
      await cluster.waitUntilWhole();
      const gapMs = crowd.longestGapMs(atMs, performance.now());
      gaps.push(gapMs);
      const row = `| ${kill} | ${isFrozen ? "hangs" : "SIGKILL"} of ${lost.name} | ${seconds(gapMs)} s | ${crowd.failed.length - failedBefore} | ${crowd.paid.length} |`;
      process.stderr.write(`${row}\n`);
      lines.push(row);
    }
    await pause(CALM_MS);
    await crowd.end();
    const db = createDatabase(ownerUrl, { max: 4 });
    const notices = noticesIn([...instances, worker]);
    const faults = await lookForFaults(db, { run, paid: crowd.paid, notices });
    await db.destroy();
    for (const [what, count] of crowd.lost) faults.push(`${count} × a fan was lost: ${what}`);
    const kinds = Object.entries(Object.groupBy(crowd.failed, ({ what }) => what));
    lines.push(
      "",
      `${crowd.begun()} fans came at ${rate} a second, ${crowd.paid.length} saw the thanks, ${notices.size} notices were acknowledged; ` +
        `the gap was ${seconds(Math.min(...gaps))} to ${seconds(Math.max(...gaps))} s; ` +
        `${crowd.requests()} requests, of which ${crowd.failed.length} were repeated` +
        (kinds.length > 0
          ? `: ${kinds.map(([what, each = []]) => `${each.length} × ${what}`).join(", ")}`
          : ""),
    );
    return { lines, faults, logs: problemsIn([...instances, worker]) };
  } finally {
    await stage.close();
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
