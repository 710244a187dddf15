import { type CrowdOptions, pause, runUnderCrowd } from "./crowd-run.ts";
import type { Instance } from "./instance.ts";
import type { Outcome } from "./outcome.ts";

export interface DeployOptions extends CrowdOptions {
  rounds: number;
  /** Another checkout, built, of a version with the same tables: what this one is replaced by. */
  nextFolder?: string | undefined;
}

const CALM_MS = 4000;

/**
 * Under load one web process after the other is drained (SIGTERM) and replaced, by the next version in one round and by
 * this one in the next, as when somebody goes back; nobody may notice, not by a page's script either. Then each is killed (SIGKILL), which only those
 * whose request it had may notice, and a repeat mends it.
 */
export async function runDeploy({ rounds, nextFolder, ...options }: DeployOptions): Promise<Outcome> {
  return await runUnderCrowd({ ...options, haveScript: true }, async ({ instances }, crowd) => {
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
    for (let round = 0; round < rounds; round += 1) {
      const folder = round % 2 === 0 ? nextFolder : undefined;
      const by = nextFolder ? `, by ${folder ? "the next" : "this"} version` : "";
      for (const instance of instances) {
        const { failed } = await watch(`drained and replaced${by}`, instance, async () => {
          await instance.program().stop();
          const goneMs = performance.now();
          await instance.start(folder);
          return goneMs;
        });
        for (const { what } of failed) faults.push(`a deployment was noticed: ${what}`);
      }
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
    return { lines, faults };
  });
}
