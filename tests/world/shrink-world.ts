import { NO_FAULTS } from "./scheduler.ts";
import type { WorldReport, WorldRun } from "./world.ts";

/** Of a failing world; each takes at most as long as the world itself. */
const TRIES = 400;
/** Without an act the others meet differently: each smaller world is tried in as many orders. */
const ORDERS = 4;

/** Looks for a smaller world with the same fault: fewer kinds of faults, acts and instances of them. */
export async function shrinkWorld(
  run: (world: WorldRun) => Promise<WorldReport>,
  { world, faults }: WorldReport,
): Promise<WorldReport> {
  const [fault = ""] = faults;
  let tries = 0;
  const isSame = async (smaller: WorldRun): Promise<WorldReport | null> => {
    for (let order = 0; order < ORDERS && tries < TRIES; order += 1) {
      tries += 1;
      const report = await run({ ...smaller, order: smaller.order + order });
      if (report.faults.some((each) => kindOfFault(each) === kindOfFault(fault))) return report;
    }
    return null;
  };
  let best = await run(world);
  for (let acts = Math.ceil(best.acts / 2); acts < best.acts; acts = Math.ceil((acts + best.acts) / 2)) {
    const smaller = await isSame({ ...best.world, acts });
    best = smaller ?? best;
    if (smaller === null && best.acts - acts < 4) break;
  }
  for (let size = Math.ceil(best.acts / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 1; from <= best.acts; from += size) {
      const more = Array.from({ length: size }, (_, index) => from + index);
      const omit = [...new Set([...best.world.omit, ...more])].filter((act) => act <= best.acts);
      if (omit.length === best.world.omit.length) continue;
      best = (await isSame({ ...best.world, omit })) ?? best;
    }
  }
  for (const simpler of simplerMixes(world)) {
    const mix = { ...best.world.mix, ...simpler(best.world.mix) };
    best = (await isSame({ ...best.world, mix })) ?? best;
  }
  return best;
}

/** Numbers and ids differ between two worlds with the same fault. */
function kindOfFault(fault: string): string {
  return fault.replace(/[\d-]+/g, "#").slice(0, 40);
}

type Mix = WorldRun["mix"];

function simplerMixes({ mix }: WorldRun): ((best: Mix) => Partial<Mix>)[] {
  return [
    () => ({ faults: NO_FAULTS }),
    ...Object.keys(mix.faults).map((kind) => ({ faults }: Mix) => ({ faults: { ...faults, [kind]: 0 } })),
    () => ({ skew_ms: 0 }),
    () => ({ acts_at_once: 2 }),
  ];
}

/** The acts, faults, locks and commits of a world, a line each. */
export function storyOf({ world, lines, faults }: WorldReport): string {
  const shown = lines.filter((line) => !/ → \d+ rows$/.test(line) || /: commit\b/.test(line));
  const numbered = shown.map((line, index) => `${String(index + 1).padStart(4)}  ${line}`);
  return [`World ${JSON.stringify(world)}`, ...numbered, ...faults.map((fault) => `FAULT ${fault}`)].join(
    "\n",
  );
}
