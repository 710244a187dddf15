import { type CrowdOptions, pause, runUnderCrowd } from "./crowd-run.ts";
import type { Outcome } from "./outcome.ts";

export interface FailoverOptions extends CrowdOptions {
  kills: number;
}

/** Before a kill the fans are under way, and after a takeover they get this long to be served again. */
const CALM_MS = 4000;

/**
 * Loses the primary again and again while fans tip: PostgreSQL and its Patroni end in one moment, or (every second time)
 * stand still as on a machine that hangs, with all their connections open. Each time the standby takes over by itself, and
 * the lost machine comes back as the standby before the next one is lost.
 */
export async function runFailover({ kills, ...options }: FailoverOptions): Promise<Outcome> {
  return await runUnderCrowd(options, async ({ cluster }, crowd) => {
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
    lines.push("", `the gap was ${seconds(Math.min(...gaps))} to ${seconds(Math.max(...gaps))} s`);
    return { lines, faults: [] };
  });
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
