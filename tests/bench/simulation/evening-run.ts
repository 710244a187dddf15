import { PROFILES } from "../hold-load.ts";
import { cpuSeconds } from "../processes.ts";
import { waitUntilSettled } from "../whole-tip-rows.ts";
import { arrive, atTheEnd, TIP_STEPS } from "../whole-tips.ts";
import { inTipWorld } from "./tip-world.ts";

/** What an evening on this machine came to, beside what the simulation says of it. */
export interface EveningRun {
  tips_per_second: number;
  /** Cores in use: of the product, of PostgreSQL, of the fans and the provider. */
  server_cores: number;
  postgres_cores: number;
  fan_cores: number;
  /** From the press to the page, all steps together. */
  p50_ms: number;
  p95_ms: number;
}

const WARM_UP_SECONDS = 10;

/**
 * Lets fans come to one process of the product at each rate, whether it keeps up or not, for so long; each goes through a
 * whole tip and thinks between its steps. The product, PostgreSQL, the provider and the fans share this machine.
 */
export async function runEvenings(
  rates: readonly number[],
  { seconds, think_ms }: { seconds: number; think_ms: number },
): Promise<EveningRun[]> {
  return await inTipWorld(async ({ product, provider, db, postgresPid }) => {
    const used = () => ({
      server: cpuSeconds(product.pid),
      postgres: cpuSeconds(postgresPid),
      fans: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6 + cpuSeconds(provider.pid),
    });
    const evening = async (rate: number, time: number): Promise<EveningRun> => {
      const times: number[] = [];
      const walking: Promise<string>[] = [];
      const before = used();
      const began = performance.now();
      for (let index = 0; performance.now() - began < time * 1000; index += 1) {
        await pause(began + (index * 1000) / rate - performance.now());
        walking.push(walk(product.url, PROFILES[index % PROFILES.length] ?? "", { think_ms, times }));
      }
      const paid = await Promise.all(walking);
      const elapsed = (performance.now() - began) / 1000;
      await waitUntilSettled(
        db,
        paid.map((payment_id) => ({ payment_id })),
      );
      const after = used();
      times.sort((a, b) => a - b);
      return {
        tips_per_second: paid.length / elapsed,
        server_cores: (after.server - before.server) / elapsed,
        postgres_cores: (after.postgres - before.postgres) / elapsed,
        fan_cores: (after.fans - before.fans) / elapsed,
        p50_ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
        p95_ms: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
      };
    };
    await evening(rates[0] ?? 1, WARM_UP_SECONDS);
    const runs: EveningRun[] = [];
    for (const rate of rates) runs.push(await evening(rate, seconds));
    return runs;
  });
}

/** Returns the payment's id. */
async function walk(
  base: string,
  profile: string,
  { think_ms, times }: { think_ms: number; times: number[] },
): Promise<string> {
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await work();
    times.push(performance.now() - began);
    await pause(think_ms * 2 * Math.random());
    return result;
  };
  const fan = await timed(() => arrive(base, profile));
  for (const { go } of TIP_STEPS) fan.page = await timed(() => go(fan));
  return atTheEnd(fan).payment_id;
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
