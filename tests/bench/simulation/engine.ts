/** What a process of the simulation asks for next. */
type Wish =
  /** Passes time that takes nothing from anybody. */
  | { kind: "pause"; ms: number }
  /** Waits for a place at a station, and keeps it. */
  | { kind: "take"; station: Station }
  | { kind: "free"; station: Station }
  /** Waits until the disk has everything that was written before now. */
  | { kind: "sync"; disk: Disk };

export type Process = Generator<Wish, void, void>;

/** Places that are taken and given back, first come, first served: cores, a thread, connections, a row's lock. */
export interface Station {
  name: string;
  places: number;
  taken: number;
  waiting: (() => void)[];
  /** Index of the first in the line: taking from the front of a long array is slow. */
  next: number;
  /** Milliseconds in which places were taken, summed over the places. */
  busy_ms: number;
  since_ms: number;
}

/** Writes to disk what all who wait at its beginning have written: one sync serves many commits. */
export interface Disk {
  name: string;
  sync_ms: number;
  isSyncing: boolean;
  waiting: (() => void)[];
  syncs: number;
}

export function station(name: string, places: number): Station {
  return { name, places, taken: 0, waiting: [], next: 0, busy_ms: 0, since_ms: 0 };
}

export function disk(name: string, sync_ms: number): Disk {
  return { name, sync_ms, isSyncing: false, waiting: [], syncs: 0 };
}

interface Event {
  at_ms: number;
  /** Events of one moment happen in the order in which they were planned. */
  number: number;
  happen(): void;
}

/** The clock, and whatever happens by it. Nothing in it is random: a run is repeated by repeating its processes. */
export class Simulation {
  now_ms = 0;
  #events: Event[] = [];
  #planned = 0;
  #counted_from_ms = 0;

  /** Begins a process now. */
  begin(process: Process): void {
    this.#go(process);
  }

  /** Does something at a later moment. */
  after(ms: number, happen: () => void): void {
    this.#planned += 1;
    push(this.#events, { at_ms: this.now_ms + ms, number: this.#planned, happen });
  }

  /** Goes on until nothing is planned, or until the given moment. */
  run(until_ms = Number.POSITIVE_INFINITY): void {
    for (let next = this.#events[0]; next && next.at_ms <= until_ms; next = this.#events[0]) {
      pop(this.#events);
      this.now_ms = next.at_ms;
      next.happen();
    }
    if (Number.isFinite(until_ms)) this.now_ms = until_ms;
  }

  /** How much of a station's places was taken since it is counted, 0 to 1. */
  shareOf(part: Station): number {
    this.#count(part);
    return part.busy_ms / (part.places * (this.now_ms - this.#counted_from_ms));
  }

  /** Forgets what was in use so far: an installation has to fill up before its use means something. */
  countFromNow(parts: readonly Station[]): void {
    for (const part of parts) {
      this.#count(part);
      part.busy_ms = 0;
    }
    this.#counted_from_ms = this.now_ms;
  }

  #go(process: Process): void {
    for (let step = process.next(); !step.done; step = process.next()) {
      const wish = step.value;
      const goOn = () => this.#go(process);
      switch (wish.kind) {
        case "pause":
          this.after(wish.ms, goOn);
          return;
        case "take":
          if (wish.station.taken < wish.station.places) {
            this.#count(wish.station);
            wish.station.taken += 1;
            break;
          }
          wish.station.waiting.push(goOn);
          return;
        case "free":
          this.#free(wish.station);
          break;
        case "sync":
          wish.disk.waiting.push(goOn);
          if (!wish.disk.isSyncing) this.#sync(wish.disk);
          return;
      }
    }
  }

  /** Gives a place to who has waited longest, at this moment but after what happens now. */
  #free(part: Station): void {
    const first = part.waiting[part.next];
    if (first) {
      part.next += 1;
      if (part.next > 1024 && part.next * 2 > part.waiting.length) {
        part.waiting.splice(0, part.next);
        part.next = 0;
      }
      this.after(0, first);
      return;
    }
    this.#count(part);
    part.taken -= 1;
  }

  #count(part: Station): void {
    part.busy_ms += part.taken * (this.now_ms - part.since_ms);
    part.since_ms = this.now_ms;
  }

  #sync(part: Disk): void {
    const served = part.waiting;
    part.waiting = [];
    part.isSyncing = true;
    part.syncs += 1;
    this.after(part.sync_ms, () => {
      // Whoever commits again right away waits with all others for the next one.
      for (const goOn of served) goOn();
      part.isSyncing = false;
      if (part.waiting.length > 0) this.#sync(part);
    });
  }
}

const isEarlier = (a: Event, b: Event) => a.at_ms < b.at_ms || (a.at_ms === b.at_ms && a.number < b.number);

/** A binary heap: the earliest event stands first. */
function push(heap: Event[], event: Event): void {
  let index = heap.length;
  heap.push(event);
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isEarlier(event, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
    const isRight = left !== undefined && right !== undefined && isEarlier(right, left);
    const child = isRight ? right : left;
    if (!child || !isEarlier(child, last)) break;
    heap[index] = child;
    index = 2 * index + (isRight ? 2 : 1);
  }
  heap[index] = last;
}
