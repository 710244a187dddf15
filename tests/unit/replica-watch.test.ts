import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  CONNECTION_PATIENCE_MS,
  PROOF_INTERVAL_MS,
  PROOF_PATIENCE_MS,
  QUERY_PATIENCE_MS,
  STALENESS_MAXIMUM_MS,
  WRITERS_WINDOW_SECONDS,
} from "../../db/replica-rules.ts";
import { type ReplicaState, type ReplicaWatch, watchReplica } from "../../db/replica-watch.ts";

let primary: { place: string; isAway: boolean };
let replica: { place: string; isReplica: boolean; isAway: boolean; answering?: Promise<void> };
let states: ReplicaState[];
let watch: ReplicaWatch;

beforeEach(() => {
  vi.useFakeTimers();
  primary = { place: "0/1000", isAway: false };
  replica = { place: "0/1000", isReplica: true, isAway: false };
  states = [];
  watch = watchReplica({
    askPrimary: async () => {
      if (primary.isAway) throw new Error("away");
      return primary.place;
    },
    askReplica: async () => {
      if (replica.isAway) throw new Error("away");
      await replica.answering;
      return { is_replica: replica.isReplica, place: replica.place };
    },
    onChange: (state) => states.push(state),
  });
});
afterEach(async () => {
  await watch.stop();
  vi.useRealTimers();
});

const pass = async (milliseconds: number) => await vi.advanceTimersByTimeAsync(milliseconds);

test("a replica is read once it has proven itself, for as long as an idle primary moves nothing", async () => {
  await pass(0);
  expect(watch.mayBeRead()).toBe(true);
  await pass(60_000);
  expect(watch.mayBeRead()).toBe(true);
  expect(performance.now() - watch.freshAsOf()).toBeLessThanOrEqual(PROOF_INTERVAL_MS);
  expect(states).toEqual(["fresh"]);
});

test("a replica that stops replaying is left out when it may lack more than the limit, and comes back by itself", async () => {
  await pass(0);
  const before = watch.freshAsOf();
  primary.place = "0/2000";
  await pass(STALENESS_MAXIMUM_MS + 1);
  expect([watch.mayBeRead(), watch.freshAsOf()]).toEqual([false, before]);
  replica.place = "0/1FFF";
  await pass(10_000);
  expect([watch.mayBeRead(), watch.freshAsOf()]).toEqual([false, before]);
  replica.place = "0/2000";
  await pass(PROOF_INTERVAL_MS);
  expect(watch.mayBeRead()).toBe(true);
  expect(states).toEqual(["fresh", "lagging", "fresh"]);
});

test("a replica that lags less than the limit is read, and is as fresh as the last place that it has reached", async () => {
  for (const step of ["0/2000", "0/3000", "0/4000", "0/5000"]) {
    replica.place = primary.place;
    primary.place = step;
    await pass(PROOF_INTERVAL_MS);
  }
  expect(watch.mayBeRead()).toBe(true);
  expect(performance.now() - watch.freshAsOf()).toBe(PROOF_INTERVAL_MS);
});

test("places in the log are compared as numbers, whatever their length", async () => {
  primary.place = "A/0";
  replica.place = "9/FFFFFFFF";
  await pass(PROOF_INTERVAL_MS);
  expect(states).toEqual(["fresh"]);
  await pass(STALENESS_MAXIMUM_MS);
  expect(watch.mayBeRead()).toBe(false);
  replica.place = "A/0";
  await pass(PROOF_INTERVAL_MS);
  expect(watch.mayBeRead()).toBe(true);
});

test("a primary's log that ends with a page is replayed whole before the next page's head", async () => {
  primary.place = "0/4018";
  replica.place = "0/4000";
  await pass(10_000);
  expect(watch.mayBeRead()).toBe(true);
});

test("a server that was promoted, that is ahead of the primary or that has less than one before it is not read", async () => {
  await pass(0);
  replica.isReplica = false;
  await pass(PROOF_INTERVAL_MS);
  expect([watch.mayBeRead(), watch.state()]).toEqual([false, "no_replica"]);
  replica.isReplica = true;
  replica.place = "0/1001";
  await pass(PROOF_INTERVAL_MS);
  expect([watch.mayBeRead(), watch.state()]).toEqual([false, "another_history"]);
  replica.place = "0/FFF";
  await pass(PROOF_INTERVAL_MS);
  expect([watch.mayBeRead(), watch.state()]).toEqual([false, "lagging"]);
  replica.place = "0/1000";
  await pass(PROOF_INTERVAL_MS);
  expect(watch.mayBeRead()).toBe(true);
});

test("a replica that was ahead of the primary proves nothing when the primary has gone on past it", async () => {
  await pass(0);
  // It has what the lost primary wrote last; the server that took over has not, and begins before that.
  replica.place = "0/2000";
  primary.place = "0/1800";
  await pass(PROOF_INTERVAL_MS);
  expect(watch.state()).toBe("another_history");
  const before = watch.freshAsOf();
  for (const step of ["0/3000", "0/4000", "0/4000"]) {
    primary.place = step;
    await pass(PROOF_INTERVAL_MS);
    expect([watch.mayBeRead(), watch.freshAsOf()], step).toEqual([false, before]);
  }
  // Made anew from the primary.
  replica.place = "0/4000";
  await pass(PROOF_INTERVAL_MS);
  expect(watch.mayBeRead()).toBe(true);
});

test("what was asked before a replica was left out does not bring it back", async () => {
  await pass(0);
  const { promise, resolve } = Promise.withResolvers<void>();
  replica.answering = promise;
  await pass(PROOF_INTERVAL_MS);
  watch.leaveOut();
  resolve();
  await pass(1);
  expect([watch.mayBeRead(), watch.state()]).toEqual([false, "unreachable"]);
  await pass(PROOF_INTERVAL_MS);
  expect(watch.mayBeRead()).toBe(true);
});

test("a replica or a primary that does not answer ends the reading, and so does a query that failed", async () => {
  for (const server of [primary, replica]) {
    await pass(PROOF_INTERVAL_MS);
    expect(watch.mayBeRead()).toBe(true);
    server.isAway = true;
    await pass(PROOF_INTERVAL_MS);
    expect([watch.mayBeRead(), watch.state()]).toEqual([false, "unreachable"]);
    server.isAway = false;
  }
  await pass(PROOF_INTERVAL_MS);
  watch.leaveOut();
  expect(watch.mayBeRead()).toBe(false);
  await pass(PROOF_INTERVAL_MS);
  expect(watch.mayBeRead()).toBe(true);
});

test("who has written reads the primary for longer than anything that the replica may lack", () => {
  const lacks = STALENESS_MAXIMUM_MS + PROOF_INTERVAL_MS + 2 * PROOF_PATIENCE_MS;
  const slowest = CONNECTION_PATIENCE_MS + QUERY_PATIENCE_MS;
  expect(WRITERS_WINDOW_SECONDS * 1000).toBeGreaterThan(lacks + slowest);
});
