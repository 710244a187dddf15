import { readFileSync } from "node:fs";
import { createDatabase } from "../../db/index.ts";
import { type Crowd, startCrowd } from "./crowd.ts";
import type { Balancer } from "./haproxy.ts";
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
      "| what | of | time | requests meanwhile | repeated | of them on its own connections |",
      "|---|---|---|---|---|---|",
    ];
    const watch = async (what: string, instance: Instance, act: () => Promise<void>) => {
      await pause(CALM_MS);
      const before = { requests: crowd.requests(), failed: crowd.failed.length, log: logOf(balancer).length };
      const atMs = performance.now();
      await act();
      const tookMs = performance.now() - atMs;
      await pause(CALM_MS);
      const failed = crowd.failed.slice(before.failed);
      const own = failuresOn(logOf(balancer).slice(before.log), instance.name);
      lines.push(
        `| ${what} | ${instance.name} | ${(tookMs / 1000).toFixed(1)} s | ${crowd.requests() - before.requests} | ${failed.length} | ${own} |`,
      );
      process.stderr.write(`${lines.at(-1)}\n`);
      return { failed, own };
    };
    await pause(CALM_MS);
    for (let round = 0; round < rounds; round += 1)
      for (const instance of instances) {
        const { failed } = await watch("drained and replaced", instance, async () => {
          await instance.program().stop();
          await instance.start();
        });
        for (const { what } of failed) faults.push(`a deployment was noticed: ${what}`);
      }
    for (let round = 0; round < rounds; round += 1)
      for (const instance of instances) {
        const { failed, own } = await watch("killed and replaced", instance, async () => {
          await instance.program().kill();
          await pause(CALM_MS);
          await instance.start();
        });
        if (failed.length > own) faults.push(`${failed.length} failures, ${own} of them on ${instance.name}`);
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

function logOf({ program }: Balancer): string {
  return readFileSync(program.logFile, "utf8");
}

/** Requests that HAProxy could not bring to an end on that server: 5xx that it made itself. */
function failuresOn(log: string, server: string): number {
  return log
    .split("\n")
    .filter((line) => new RegExp(` web_(ready|alive)/${server} \\S+ 5\\d\\d \\d+ \\S+ \\S+ S`).test(line))
    .length;
}

function summaryOf(crowd: Crowd, rate: number): string {
  const kinds = Object.entries(Object.groupBy(crowd.failed, ({ what }) => what));
  return (
    `${crowd.begun()} fans came at ${rate} a second, ${crowd.paid.length} saw the thanks; ${crowd.requests()} requests, ` +
    `${crowd.failed.length} repeated${kinds.map(([what, each = []]) => `, ${each.length} × ${what}`).join("")}`
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
