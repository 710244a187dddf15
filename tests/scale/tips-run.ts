import { each, meterCpu } from "./cpu-meter.ts";
import { startCrowd } from "./crowd.ts";
import { pause } from "./crowd-run.ts";
import { lookForFaults } from "./look.ts";
import { type Outcome, problemsIn } from "./outcome.ts";
import { openStage } from "./stage.ts";
import { openWorld, type WorldOptions } from "./world.ts";

export interface TipsOptions extends WorldOptions {
  /** Fans a second, one rate after the other. */
  rates: readonly number[];
  /** How long each rate is held. */
  seconds: number;
}

/** A rate is carried when those who came were through soon: hardly anybody is still under way when no more come. */
const CARRIED_SHARE = 0.97;
const SOON_MS = 5000;

/** Holds rates of whole tips, and tells which of them the machine carries and what a tip costs whom. */
export async function runTips({ rates, seconds, ...options }: TipsOptions): Promise<Outcome> {
  const stage = openStage();
  try {
    const world = await openWorld(stage, options);
    const { balancer, instances, worker } = world;
    const lines = [
      "| fans a second | came | through in time | p50 | p95 | carried | CPU ms a tip: product | HAProxy | PgBouncer | primary | standby | the fans themselves |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ];
    const faults: string[] = [];
    for (const rate of rates) {
      const read = await meterCpu(world, [...instances, worker]);
      const crowd = startCrowd(balancer.url, rate);
      await pause(seconds * 1000);
      const inTime = crowd.paid.length;
      const came = crowd.begun() + crowd.stayedAway();
      await crowd.end();
      const use = read();
      const times = crowd.paid.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
      const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
      // Who came in the last seconds cannot be through.
      const due = came - rate * (SOON_MS / 1000);
      const isCarried = inTime >= due * CARRIED_SHARE && at(0.95) < SOON_MS && crowd.failed.length === 0;
      lines.push(
        `| ${rate} | ${came} | ${inTime} | ${ms(at(0.5))} | ${ms(at(0.95))} | ${isCarried ? "yes" : "no"} | ${each(use, crowd.paid.length).join(" | ")} |`,
      );
      process.stderr.write(`${lines.at(-1)}\n`);
      faults.push(...(await lookForFaults(world, crowd)));
    }
    return { lines, faults, logs: problemsIn([...instances, worker]) };
  } finally {
    await stage.close();
  }
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
