import { describe, expect, it } from "vitest";
import { disk, type Process, Simulation, type Station, station } from "../bench/simulation/engine.ts";
import { simulate } from "../bench/simulation/installation.ts";
import { createRandom } from "../bench/simulation/random.ts";

/** Customers at random moments at one counter, each for a random time: what they wait for is known from theory. */
function counter(
  places: number,
  { gap_ms, work_ms, count }: { gap_ms: number; work_ms: number; count: number },
) {
  const simulation = new Simulation();
  const random = createRandom(7);
  const desk = station("desk", places);
  let total_ms = 0;
  function* customer(): Process {
    const came_ms = simulation.now_ms;
    yield { kind: "take", station: desk };
    yield { kind: "pause", ms: random.exponential(work_ms) };
    yield { kind: "free", station: desk };
    total_ms += simulation.now_ms - came_ms;
  }
  let at_ms = 0;
  for (let each = 0; each < count; each += 1) {
    at_ms += random.exponential(gap_ms);
    simulation.after(at_ms, () => simulation.begin(customer()));
  }
  simulation.run();
  return { mean_ms: total_ms / count, use: simulation.shareOf(desk), desk };
}

/** Takes a place for so long. */
function* stay(at: Station, ms: number): Process {
  yield { kind: "take", station: at };
  yield { kind: "pause", ms };
  yield { kind: "free", station: at };
}

describe("the simulation of queues", () => {
  it("has one counter's customers wait as long as theory says", () => {
    // M/M/1 at a use of 0.8: work / (1 - use) = 5 times the work.
    const { mean_ms, use, desk } = counter(1, { gap_ms: 10, work_ms: 8, count: 150_000 });
    expect(use).toBeCloseTo(0.8, 1);
    expect(mean_ms).toBeGreaterThan(36);
    expect(mean_ms).toBeLessThan(44);
    expect(desk.taken).toBe(0);
  });

  it("has the customers of four counters wait as long as theory says", () => {
    // M/M/4 at a use of 0.8: by Erlang's C, 1.746 times the work.
    const { mean_ms, use } = counter(4, { gap_ms: 2.5, work_ms: 8, count: 150_000 });
    expect(use).toBeCloseTo(0.8, 1);
    expect(mean_ms / 8).toBeGreaterThan(1.65);
    expect(mean_ms / 8).toBeLessThan(1.84);
  });

  it("serves those who wait in the order in which they came", () => {
    const simulation = new Simulation();
    const desk = station("desk", 1);
    const served: number[] = [];
    function* customer(name: number): Process {
      yield* stay(desk, 5);
      served.push(name);
    }
    for (let name = 0; name < 3000; name += 1)
      simulation.after(name / 1000, () => simulation.begin(customer(name)));
    simulation.run();
    expect(served).toEqual(Array.from({ length: 3000 }, (_, name) => name));
    expect(simulation.now_ms).toBe(15_000);
  });

  it("writes to disk once for all who have waited since the last time", () => {
    const simulation = new Simulation();
    const platter = disk("disk", 10);
    const done: number[] = [];
    function* commit(): Process {
      yield { kind: "sync", disk: platter };
      done.push(simulation.now_ms);
    }
    for (let each = 0; each < 100; each += 1) simulation.after(each / 10, () => simulation.begin(commit()));
    simulation.run();
    // The first is written alone, from 0 to 10; all others came meanwhile.
    expect(platter.syncs).toBe(2);
    expect(done.filter((at) => at === 10)).toHaveLength(1);
    expect(done.filter((at) => at === 20)).toHaveLength(99);
  });

  const step = { name: "paying and settling", server_ms: 20, postgres_ms: 10, commits: 2 };
  const plan = {
    ...{ instances: 2, pool: 20, poolers: null, sync_ms: 1, hot_share: 0 },
    cores: { instances: 2, postgres: 1 },
  };
  const evening = { tips_per_second: 50, seconds: 60, think_ms: 100, fan_ms: 0 };

  it("uses each part as much as what is asked of it says, and settles what comes", () => {
    const { parts, settled_per_second } = simulate(new Simulation(), [step], plan, evening);
    const use = new Map(parts.map((part) => [part.name, part.use]));
    expect(use.get("cores of the instances")).toBeCloseTo(0.5, 1);
    expect(use.get("cores of PostgreSQL")).toBeCloseTo(0.5, 1);
    expect(settled_per_second).toBeGreaterThan(47);
    expect(settled_per_second).toBeLessThan(53);
  });

  it("names the part that fills up first, and settles no more than it can", () => {
    const flood = { ...evening, tips_per_second: 300, seconds: 20 };
    const { parts, settled_per_second } = simulate(
      new Simulation(),
      [step],
      { ...plan, cores: { instances: 8, postgres: 2 }, instances: 8 },
      flood,
    );
    expect(parts[0]).toMatchObject({ name: "cores of PostgreSQL" });
    expect(parts[0]?.use).toBeGreaterThan(0.99);
    // Two cores and 10 ms a tip make 200 at most; some of the time goes to tips that do not get to their end.
    expect(settled_per_second).toBeLessThanOrEqual(205);
    expect(settled_per_second).toBeGreaterThan(150);
  });

  it("holds a creator's row until the commit is on disk, so that one creator's tips wait for each other", () => {
    const slow = { ...plan, sync_ms: 40, hot_share: 1, instances: 4, cores: { instances: 4, postgres: 4 } };
    const all = simulate(new Simulation(), [step], slow, evening);
    const spread = simulate(new Simulation(), [step], { ...slow, hot_share: 0 }, evening);
    expect(all.parts[0]?.name).toBe("row of the creator with the most tips");
    expect(all.settled_per_second).toBeLessThan(25);
    expect(spread.settled_per_second).toBeGreaterThan(45);
  });

  it("comes to the same numbers each time", () => {
    const once = simulate(new Simulation(), [step], plan, { ...evening, seconds: 5 });
    expect(simulate(new Simulation(), [step], plan, { ...evening, seconds: 5 })).toEqual(once);
  });
});
