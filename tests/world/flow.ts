import { AsyncLocalStorage } from "node:async_hooks";
import { createRandom, type Random } from "../../db/seeds/demo-random.ts";

/** A process of the product as the world sees it: a restart makes a new one. */
export interface Process {
  readonly name: string;
  readonly skewMs: number;
  isDead: boolean;
}

/** One act, such as a fan's visit or a job, with all that the product does for it. */
export interface Flow {
  readonly name: string;
  /** Its statements pass without the scheduler, as those of a start. */
  readonly passes: boolean;
  hasEnded: boolean;
  /** Connections that are being opened for it. */
  openings: number;
}

/** In which act, request of it and process the running code is. */
export interface Place {
  readonly flow: Flow;
  /** Null for outsiders, and for a request that has not yet arrived. */
  process: Process | null;
  /** Of requests inside requests, the numbers of each; empty in the act itself. */
  readonly path: string;
  /** Its own, so that requests at once do not take from each other. */
  readonly random: Random;
  /** Requests that it has sent and that are not yet answered. */
  readonly children: Set<Place>;
  sent_count: number;
}

export function createPlace(flow: Flow, process: Process | null, path = ""): Place {
  const random = createRandom(`${worldClock.seed} ${flow.name} ${path}`);
  return { flow, process, path, random, children: new Set(), sent_count: 0 };
}

/** Of a request that leaves here. */
export function createChild(parent: Place): Place {
  parent.sent_count += 1;
  const child = createPlace(parent.flow, null, `${parent.path}/${parent.sent_count}`);
  parent.children.add(child);
  return child;
}

export const places = new AsyncLocalStorage<Place>();

/** The world's seed and its time, which moves only between statements, by the scheduler. */
export const worldClock = { now_ms: 0, seed: "" };

export function placeNow_ms(): number {
  return worldClock.now_ms + (places.getStore()?.process?.skewMs ?? 0);
}
