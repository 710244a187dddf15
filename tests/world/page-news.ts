import type pg from "pg";
import { createPlace, type Process, places } from "./flow.ts";
import type { Served } from "./instance.ts";
import type { Scheduler } from "./scheduler.ts";

const CHANNEL = "page_news";
const MARKER = "world_marker";

/** What the database notifies of, on its way to each instance: it arrives when the scheduler says so. */
export class PageNews {
  readonly #control: pg.Client;
  readonly #served: readonly Served[];
  readonly #onTheirWay = new Map<Process, string[]>();
  #seen: () => void = () => undefined;

  constructor(control: pg.Client, served: readonly Served[]) {
    this.#control = control;
    this.#served = served;
    control.on("notification", ({ channel, payload = "" }) => {
      if (channel === MARKER) this.#seen();
      else for (const { process } of this.#served) this.#about(process).push(payload);
    });
  }

  async listen(): Promise<void> {
    for (const channel of [CHANNEL, MARKER]) await this.#control.query(`listen ${channel}`);
  }

  /** Until all that was committed is on its way: notifications come in the order of commits. */
  async collect(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#seen = resolve;
    await this.#control.query(`notify ${MARKER}`);
    await promise;
  }

  /** About a creator, and not yet there. */
  isOnItsWay({ process }: Served, creatorId: string): boolean {
    return this.#about(process).includes(creatorId);
  }

  /** The oldest for one of the instances arrives, at times. */
  deliverSome(scheduler: Scheduler): void {
    const { order } = scheduler;
    const waiting = this.#served.filter(({ process }) => this.#about(process).length > 0);
    if (waiting.length === 0 || order.below(4) > 0) return;
    const one = waiting[order.below(waiting.length)];
    const creatorId = one && this.#about(one.process).shift();
    if (creatorId === undefined) return;
    scheduler.note(`${one?.process.name} hears of ${creatorId}`);
    const flow = { name: "news", passes: true, hasEnded: true, openings: 0 };
    places.run(createPlace(flow, one?.process ?? null), () => one?.product.hearPageNews(creatorId));
  }

  #about(process: Process): string[] {
    const own = this.#onTheirWay.get(process) ?? [];
    this.#onTheirWay.set(process, own);
    return own;
  }
}
