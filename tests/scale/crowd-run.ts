import { type Crowd, startCrowd } from "./crowd.ts";
import { lookForFaults } from "./look.ts";
import { type Outcome, problemsIn } from "./outcome.ts";
import { openStage } from "./stage.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

export interface CrowdOptions extends WorldOptions {
  /** Fans a second. */
  rate: number;
  /** They get the scripts of their pages as well. */
  haveScript?: boolean;
}

/**
 * Opens the whole of it, lets fans come, and does to it what the run is about; then it lets the fans come to their ends,
 * and compares what they saw with the database. `act` returns lines for docs/scale-runs.md and the faults it saw itself.
 */
export async function runUnderCrowd(
  { rate, haveScript, ...options }: CrowdOptions,
  act: (world: World, crowd: Crowd) => Promise<Pick<Outcome, "lines" | "faults">>,
): Promise<Outcome> {
  const stage = openStage();
  try {
    const world = await openWorld(stage, options);
    const crowd = startCrowd(world.balancer.url, rate, haveScript);
    const { lines, faults } = await act(world, crowd);
    await crowd.end();
    return {
      lines: [...lines, "", summaryOf(crowd, rate)],
      faults: [...faults, ...(await lookForFaults(world, crowd))],
      logs: problemsIn([...world.instances, world.worker]),
    };
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

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
