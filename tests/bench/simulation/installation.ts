import type { StepDemand } from "./demands.ts";
import { type Disk, disk, type Process, type Simulation, type Station, station } from "./engine.ts";
import { createRandom } from "./random.ts";

/** What an installation is made of. */
export interface Installation {
  /** Processes of the product, each of one thread that answers. */
  instances: number;
  /** Connections of each, as DATABASE_POOL says. */
  pool: number;
  /** Processes of PgBouncer, each of one thread, and what a transaction takes of one; null without them. */
  poolers: { count: number; ms: number } | null;
  /** Cores that instances run on, and those of PostgreSQL; where both share a machine, how many it has. */
  cores: { instances: number; postgres: number } | { shared: number };
  /** How long the disk takes to keep what was written, the synchronous standby's answer included. */
  sync_ms: number;
  /** Of all tips, those to the one creator who gets the most. */
  hot_share: number;
}

/** Fans come at this rate, for so long; each goes through all steps and thinks between them. */
export interface Evening {
  tips_per_second: number;
  /** How long it is looked at, after as long again in which it fills up. */
  seconds: number;
  think_ms: number;
  /** Processor time of the fans' own machine for each step, where it is the same one. */
  fan_ms: number;
}

interface SimulatedPart {
  name: string;
  /** How much of it was in use, 0 to 1. */
  use: number;
}

export interface Simulated {
  /** The busiest first; not the disk, which is never full of syncs, since one serves all who wait. */
  parts: SimulatedPart[];
  commits_per_sync: number;
  /** From the press to the page, all steps together. */
  p50_ms: number;
  p95_ms: number;
  /** Tips that were settled for each second of the evening. */
  settled_per_second: number;
}

/** Name of the step in which the creator's row is locked, from the settling transaction's statements to its commit. */
const SETTLING = "paying and settling";

/**
 * Lets an evening of fans go through an installation. Each part serves one after the other; what it takes of each
 * step varies as the sum of two exponential times does. The same numbers come out each time.
 */
export function simulate(
  simulation: Simulation,
  steps: readonly StepDemand[],
  plan: Installation,
  evening: Evening,
): Simulated {
  const random = createRandom(1);
  const parts = open(plan);
  const times: number[] = [];
  let settled = 0;
  let committed = 0;

  function* work(cores: Station, ms: number): Process {
    yield { kind: "take", station: cores };
    yield { kind: "pause", ms: random.erlang(ms) };
    yield { kind: "free", station: cores };
  }

  function* answer(thread: Station, ms: number): Process {
    yield { kind: "take", station: thread };
    yield* work(parts.instanceCores, ms);
    yield { kind: "free", station: thread };
  }

  /** One statement or transaction after the other; each that writes waits for the disk. */
  function* ask(pool: Station, step: StepDemand, isHot: boolean): Process {
    if (step.postgres_ms === 0) return;
    const commits = Math.round(step.commits);
    const visits = Math.max(1, commits);
    for (let visit = 0; visit < visits; visit += 1) {
      const isLocked = isHot && step.name === SETTLING && visit === visits - 1;
      yield { kind: "take", station: pool };
      if (parts.poolers && plan.poolers) {
        yield { kind: "take", station: parts.poolers };
        yield { kind: "pause", ms: random.erlang(plan.poolers.ms) };
        yield { kind: "free", station: parts.poolers };
      }
      if (isLocked) yield { kind: "take", station: parts.hotCreator };
      yield* work(parts.postgresCores, step.postgres_ms / visits);
      if (commits > 0) {
        committed += 1;
        yield { kind: "sync", disk: parts.disk };
      }
      if (isLocked) yield { kind: "free", station: parts.hotCreator };
      yield { kind: "free", station: pool };
    }
  }

  function* tip(): Process {
    const isHot = random.next() < plan.hot_share;
    for (const step of steps) {
      const begun = simulation.now_ms;
      const instance = parts.instances[Math.floor(random.next() * parts.instances.length)];
      if (!instance) throw new Error("an installation has an instance");
      if (evening.fan_ms > 0) yield* work(parts.instanceCores, evening.fan_ms);
      yield* answer(instance.thread, step.server_ms / 2);
      yield* ask(instance.pool, step, isHot);
      yield* answer(instance.thread, step.server_ms / 2);
      times.push(simulation.now_ms - begun);
      if (step.name === SETTLING) settled += 1;
      yield { kind: "pause", ms: random.exponential(evening.think_ms) };
    }
  }

  const come = () => {
    simulation.begin(tip());
    simulation.after(random.exponential(1000 / evening.tips_per_second), come);
  };
  come();
  simulation.run(evening.seconds * 1000);
  simulation.countFromNow(stationsOf(parts));
  times.length = 0;
  settled = 0;
  committed = 0;
  parts.disk.syncs = 0;
  simulation.run(2 * evening.seconds * 1000);
  times.sort((a, b) => a - b);
  return {
    parts: usesOf(simulation, parts).sort((a, b) => b.use - a.use),
    p50_ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p95_ms: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    settled_per_second: settled / evening.seconds,
    commits_per_sync: committed / parts.disk.syncs,
  };
}

interface Parts {
  instanceCores: Station;
  postgresCores: Station;
  instances: { thread: Station; pool: Station }[];
  /** On machines of their own. */
  poolers: Station | null;
  disk: Disk;
  hotCreator: Station;
}

function open({ cores, instances, pool, poolers, sync_ms }: Installation): Parts {
  const shared = "shared" in cores ? station("cores of the machine", cores.shared) : null;
  const own = "shared" in cores ? null : cores;
  return {
    instanceCores: shared ?? station("cores of the instances", own?.instances ?? 1),
    postgresCores: shared ?? station("cores of PostgreSQL", own?.postgres ?? 1),
    instances: Array.from({ length: instances }, () => ({
      thread: station("threads of the instances", 1),
      pool: station("connections", pool),
    })),
    poolers: poolers && station("PgBouncer", poolers.count),
    disk: disk("disk", sync_ms),
    hotCreator: station("row of the creator with the most tips", 1),
  };
}

function stationsOf({ instances, poolers, instanceCores, postgresCores, hotCreator }: Parts): Station[] {
  return [
    ...[instanceCores, postgresCores, hotCreator],
    ...instances.flatMap(({ thread, pool }) => [thread, pool]),
    ...(poolers ? [poolers] : []),
  ];
}

/** The use of each kind of part, over all of its kind. */
function usesOf(simulation: Simulation, parts: Parts): SimulatedPart[] {
  const kinds = Map.groupBy(new Set(stationsOf(parts)), ({ name }) => name);
  return [...kinds].map(([name, all]) => ({
    name,
    use: all.reduce((sum, each) => sum + simulation.shareOf(each), 0) / all.length,
  }));
}
