import { createPlace, type Flow, type Process, places } from "./flow.ts";
import { openServed, type Served, type WorldServices } from "./instance.ts";
import { BUILD } from "./next-build.ts";
import type { Scheduler } from "./scheduler.ts";

const INSTANCES = 2;

/** The product's instances on one database: a killed one comes back, a deploy replaces one when its acts have ended. */
export class Fleet {
  readonly served: Served[] = [];
  readonly #scheduler: Scheduler;
  readonly #given: WorldServices;
  readonly #skew_ms: number;
  #generation = 0;
  /** Of instances that start from now on. */
  build = BUILD;

  constructor(scheduler: Scheduler, given: WorldServices, skew_ms: number) {
    this.#scheduler = scheduler;
    this.#given = given;
    this.#skew_ms = skew_ms;
  }

  async open(): Promise<void> {
    for (let index = 0; index < INSTANCES; index += 1) await this.#openAt(index);
    this.#scheduler.onKill = async (process) => {
      const index = this.served.findIndex((each) => each.process === process);
      await this.served[index]?.stop();
      await this.#openAt(index);
    };
    this.#scheduler.beforeStep = () => this.#replaceDrained();
  }

  /** From now on it gets no requests. False while another deploy is under way. */
  drain(one: Served): boolean {
    if (this.served.some(({ isDraining }) => isDraining)) return false;
    one.isDraining = true;
    return true;
  }

  async #replaceDrained(): Promise<void> {
    const index = this.served.findIndex(({ isDraining }) => isDraining);
    const old = this.served[index];
    if (!old || !this.#scheduler.isIdle(old.process)) return;
    this.#scheduler.note(`replaces ${old.process.name}`);
    this.#scheduler.counts.deploys += 1;
    await places.run(passingPlace(`end of ${old.process.name}`, old.process), () => old.stop());
    await this.#openAt(index);
  }

  async #openAt(index: number): Promise<void> {
    const name = `instance ${index}.${this.#generation}`;
    this.#generation += 1;
    const process: Process = { name, skewMs: index * this.#skew_ms, isDead: false };
    this.served[index] = await places.run(passingPlace(`start of ${name}`, process), () =>
      openServed(index, process, this.#given, this.build),
    );
  }
}

function passingPlace(name: string, process: Process) {
  const flow: Flow = { name, passes: true, hasEnded: true, openings: 0 };
  return createPlace(flow, process);
}
