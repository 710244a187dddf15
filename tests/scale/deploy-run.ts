import { createDatabase } from "../../db/index.ts";
import { type Crowd, startCrowd } from "./crowd.ts";
import type { Instance } from "./instance.ts";
import { lookForFaults, noticesIn } from "./look.ts";
import { type Outcome, problemsIn } from "./outcome.ts";
import { openStage } from "./stage.ts";
import { openWorld, type WorldOptions } from "./world.ts";

export interface DeployOptions extends WorldOptions {
  rounds: number;
  rate: number;
}

const CALM_MS = 4000;

/**
 * Under load one web process after the other is drained (SIGTERM) and replaced, which nobody may notice; then each is
 * killed (SIGKILL), which only those whose request it had may notice, and a repeat mends it.
 */
export async function runDeploy({ rounds, rate, ...options }: DeployOptions): Promise<Outcome> {
  const stage = openStage();
  try {
    const { balancer, instances, worker, ownerUrl } = await openWorld(stage, options);
    const run = `d${Date.now() % 1_000_000}`;
    const crowd = startCrowd(balancer.url, rate, run);
    const faults: string[] = [];
    const lines = [
      "| what | of | time | requests meanwhile | repeated | of them begun before it was gone |",
      "|---|---|---|---|---|---|",
    ];
    /** `act` tells when the process was gone. */
    const watch = async (what: string, instance: Instance, act: () => Promise<number>) => {
      await pause(CALM_MS);
      const before = { requests: crowd.requests(), failed: crowd.failed.length };
      const atMs = performance.now();
      const goneMs = await act();
      const tookMs = performance.now() - atMs;
      await pause(CALM_MS);
      const failed = crowd.failed.slice(before.failed);
      // A request that began later is none that the process had: HAProxy finds its port closed, and sends it elsewhere.
      const own = failed.filter(({ begunMs }) => begunMs <= goneMs).length;
      lines.push(
        `| ${what} | ${instance.name} | ${(tookMs / 1000).toFixed(1)} s | ${crowd.requests() - before.requests} | ${failed.length} | ${own} |`,
      );
      process.stderr.write(`${lines.at(-1)}\n`);
      for (const [kind, all = []] of Object.entries(Object.groupBy(failed, (one) => one.what)))
        process.stderr.write(
          `  ${all.length} × ${kind}, ${all.map((one) => ((one.atMs - atMs) / 1000).toFixed(1)).join(" ")} s after\n`,
        );
      return { failed, own };
    };
    await pause(CALM_MS);
    for (let round = 0; round < rounds; round += 1)
      for (const instance of instances) {
        const { failed } = await watch("drained and replaced", instance, async () => {
          await instance.program().stop();
          const goneMs = performance.now();
          await instance.start();
          return goneMs;
        });
        for (const { what } of failed) faults.push(`a deployment was noticed: ${what}`);
      }
    for (let round = 0; round < rounds; round += 1)
      for (const instance of instances) {
        const { failed, own } = await watch("killed and replaced", instance, async () => {
          await instance.program().kill();
          const goneMs = performance.now();
          await pause(CALM_MS);
          await instance.start();
          return goneMs;
        });
        if (failed.length > own)
          faults.push(`${failed.length - own} requests failed that ${instance.name} did not have`);
      }
    await crowd.end();
    const db = createDatabase(ownerUrl, { max: 4 });
    const notices = noticesIn([...instances, worker]);
    faults.push(...(await lookForFaults(db, { run, paid: crowd.paid, notices })));
    await db.destroy();
    for (const [what, count] of crowd.lost) faults.push(`${count} × a fan was lost: ${what}`);
    lines.push("", summaryOf(crowd, rate));
    return { lines, faults, logs: problemsIn([...instances, worker]) };
  } finally {
    await stage.close();
  }
}

function summaryOf(crowd: Crowd, rate: number): string {
  const kinds = Object.entries(Object.groupBy(crowd.failed, ({ what }) => what));
  return (
    `${crowd.begun()} fans came at ${rate} a second, ${crowd.paid.length} saw the thanks; ${crowd.requests()} requests, ` +
    `${crowd.failed.length} repeated${kinds.map(([what, each = []]) => `, ${each.length} × ${what}`).join("")}`
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
