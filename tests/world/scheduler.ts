import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type pg from "pg";
import { createRandom, type Random } from "../../db/seeds/demo-random.ts";
import { createPlace, type Flow, type Place, type Process, places, worldClock } from "./flow.ts";
import type { Fate, Statement, StatementGate } from "./statement-gate.ts";
import { closeServers, waits } from "./virtual-builtins.ts";

/** A statement that takes longer may wait for a lock. */
const LOOK_MS = 3;
/** An act without a statement for so long waits for another act of its process, such as a shared read. */
const SHARED_WAIT_MS = 15_000;
/** Of real time: longer than PostgreSQL takes to end a deadlock. */
const LOCKED_MS = 10_000;
/** Of real time: no honest act of a small world takes so long. */
const STUCK_MS = 60_000;
/** Turns of the event loop without news after which nothing more comes by itself. */
const QUIET_TURNS = 4;

/** How often, of 10,000 statements, a connection breaks or its process dies. */
export interface FaultMix {
  lost_before: number;
  lost_after: number;
  timed_out: number;
  no_room: number;
  killed: number;
}

export const NO_FAULTS: FaultMix = { lost_before: 0, lost_after: 0, timed_out: 0, no_room: 0, killed: 0 };

const COUNTED = {
  "lost before": "lost_before",
  "lost after": "lost_after",
  "timed out": "timed_out",
  "no room": "no_room",
  killed: "killed",
} as const;

/** Of so many statements, after one its request falls behind all others. */
const DEMOTED_ONE_OF = 25;
const RANKS = 1_000_000;

const WRITES = /\b(insert into|update|delete from)\b/i;

/** Real time, whatever the world does to timers. */
const realNow = performance.now.bind(performance);
const realSetTimeout = globalThis.setTimeout;

/**
 * Lets one statement of all processes go at a time. It looks on until each act waits for it, for a lock or for time, so
 * that a seed decides everything.
 */
export class Scheduler {
  /** Of the act that began last, so that an act is the same whatever acts are left out. */
  random: Random;
  /** Decides what goes next, and its fate. */
  readonly order: Random;
  readonly trace = createHash("sha256");
  readonly counts = { steps: 0, lock_waits: 0, deploys: 0, ...NO_FAULTS };
  /** Statements by their texts, and which fates each has met. */
  readonly reached = new Map<string, Set<Fate | "killed">>();
  /** Lines of the trace, newest last; kept for the story of a failure. */
  readonly lines: string[] = [];
  /** Acts that have not ended. */
  readonly flows = new Map<Flow, Place>();
  /** Kinds of acts of which one committed while the other was under way. */
  readonly overlaps = new Set<string>();
  faults: FaultMix = NO_FAULTS;
  /** One request runs on until it falls behind, so that it pauses for long wherever that happens. */
  isRanked = false;
  onKill: (process: Process) => Promise<void> = async () => undefined;
  beforeStep: () => Promise<void> = async () => undefined;
  /** After each commit, before its answer is acted upon. */
  onCommit: () => Promise<void> = async () => undefined;
  readonly gate: StatementGate;
  readonly #control: pg.Client;
  #news: (() => void) | null = null;
  readonly #waiting = new Set<Statement>();
  readonly #ended: string[] = [];
  readonly #ranks = new Map<string, number>();
  #lowest = 0;
  #flowCount = 0;

  constructor(gate: StatementGate, control: pg.Client, { seed, order }: { seed: string; order: number }) {
    this.gate = gate;
    this.#control = control;
    worldClock.seed = seed;
    this.random = createRandom(`${seed} acts`);
    this.order = createRandom(`${seed} scheduler${order === 0 ? "" : ` ${order}`}`);
    gate.onChange = () => this.#wake();
  }

  /** Begins an act; what it throws is its outcome. */
  begin<Result>(kind: string, process: Process | null, act: () => Promise<Result>): Promise<Result> {
    this.#flowCount += 1;
    const name = `${kind} ${this.#flowCount}`;
    const flow: Flow = { name, passes: false, hasEnded: false, openings: 0 };
    const root = createPlace(flow, process);
    this.flows.set(flow, root);
    this.note(`begins ${name}`);
    const ended = places.run(root, act);
    const end = (outcome: unknown) => {
      this.#ended.push(`ends ${name}: ${String(outcome)}`);
      flow.hasEnded = true;
      this.flows.delete(flow);
      this.#wake();
    };
    ended.then(end, end);
    return ended;
  }

  note(line: string): void {
    this.trace.update(`${line}\n`);
    this.lines.push(line);
  }

  /** Grants one statement, or ends one wait; false when there is neither. */
  async step(): Promise<boolean> {
    await this.settle();
    await this.beforeStep();
    for (const line of this.#ended.splice(0).sort()) this.note(line);
    const held = [...this.gate.held].sort(byOrder);
    const statement = this.#choose(held);
    if (!statement) return (await this.#passTime()) || (await this.#unlocked());
    this.counts.steps += 1;
    const fate = this.#fateOf(statement);
    const fates = this.reached.get(statement.text) ?? new Set();
    this.reached.set(statement.text, fates.add(fate));
    if (fate !== "answered") this.counts[COUNTED[fate]] += 1;
    if (fate === "killed" && statement.process) {
      this.note(`kills ${statement.process.name} before: ${shown(statement)}`);
      await this.kill(statement.process);
      await this.settle();
      return true;
    }
    await this.#grant(statement, fate === "killed" ? "answered" : fate);
    return true;
  }

  #choose(held: readonly Statement[]): Statement | undefined {
    if (!this.isRanked) return held[this.order.below(Math.max(1, held.length))];
    let first: { statement: Statement; request: string; rank: number } | undefined;
    for (const statement of held) {
      const { flow, path } = statement.place;
      const request = `${flow.name} ${path.split("/")[1] ?? ""}`;
      const rank = this.#ranks.get(request) ?? this.order.below(RANKS);
      this.#ranks.set(request, rank);
      if (first === undefined || rank > first.rank) first = { statement, request, rank };
    }
    if (first && this.order.below(DEMOTED_ONE_OF) === 0) {
      this.#lowest -= 1;
      this.#ranks.set(first.request, this.#lowest);
    }
    return first?.statement;
  }

  async kill(process: Process): Promise<void> {
    process.isDead = true;
    // Before its connections break: a dead process answers nothing.
    closeServers(process);
    const cut = this.gate.cutAll(process);
    await this.#awaitGone(cut.map(({ pid }) => pid));
    await this.onKill(process);
  }

  /** Until each act waits for the scheduler, a lock or time, or has ended. */
  async settle(): Promise<void> {
    const begun = realNow();
    for (;;) {
      await this.#quiet();
      const running = [...this.gate.running].filter(({ state }) => state === "running");
      const busy = [...this.flows].filter(([flow, root]) => flow.openings > 0 || this.#isBusy(root));
      if (running.length === 0 && busy.length === 0) return;
      const idle_ms = realNow() - begun;
      if (running.length === 0 && this.gate.held.size > 0 && idle_ms > SHARED_WAIT_MS) {
        const held = [...this.gate.held].map(shown).join("; ");
        process.stderr.write(`${busy.map(([{ name }]) => name).join(", ")} wait long for others: ${held}\n`);
        return;
      }
      await this.#changeOr(LOOK_MS);
      for (const statement of running) if (statement.state === "running") await this.#seeLock(statement);
      if (idle_ms > STUCK_MS)
        throw new Error(
          `nothing moves: ${busy.map(([{ name }]) => name).join(", ")}; ${running.map(shown).join("; ")}`,
        );
    }
  }

  async #grant(statement: Statement, fate: Fate): Promise<void> {
    const { connection } = statement;
    this.gate.grant(statement, fate);
    if (fate === "lost before") await this.#awaitGone([connection.pid]);
    await this.settle();
    if (statement.state === "waits for a lock") {
      this.counts.lock_waits += 1;
      this.#waiting.add(statement);
    }
    this.note(`${shown(statement)} → ${statement.state === "done" ? statement.outcome : statement.state}`);
    if (fate === "lost after") await this.#awaitGone([connection.pid]);
    await this.#lookAtWaiting();
    if (!isCommit(statement)) return;
    for (const { name } of this.flows.keys())
      if (name !== statement.place.flow.name)
        this.overlaps.add(`${kindOf(statement.place.flow.name)} | ${kindOf(name)}`);
    await this.onCommit();
  }

  /** No act is under way in this process. */
  isIdle(process: Process): boolean {
    // A statement whose request has been answered holds its connection, too.
    if ([...this.gate.held, ...this.gate.running].some((statement) => statement.process === process))
      return false;
    return ![...this.flows.values()].some((root) => isWithin(root, process));
  }

  /** A lock that was freed lets its waiter run on. */
  async #lookAtWaiting(): Promise<void> {
    for (const statement of [...this.#waiting].sort(byOrder)) {
      if (await this.#isBlocked(statement)) continue;
      if (statement.state !== "done") statement.state = "running";
      await this.settle();
      if (await this.#isBlocked(statement)) continue;
      this.#waiting.delete(statement);
      this.note(`${shown(statement)} goes on → ${statement.outcome}`);
    }
  }

  async #seeLock(statement: Statement): Promise<void> {
    if (await this.#isBlocked(statement)) statement.state = "waits for a lock";
  }

  async #isBlocked(statement: Statement): Promise<boolean> {
    const { rows } = await this.#control.query<{ blocked: boolean }>(
      "select cardinality(pg_blocking_pids($1)) > 0 as blocked",
      [statement.connection.pid],
    );
    return rows[0]?.blocked === true && statement.state !== "done";
  }

  /** Its own code runs, or that of a request that it waits for. */
  #isBusy(place: Place): boolean {
    if ([...place.children].some((child) => this.#isBusy(child))) return true;
    if (place.children.size > 0) return false;
    const isHere = (one: { place: Place }) => one.place === place;
    return ![this.gate.held, this.gate.running, waits.values()].some((all) => [...all].some(isHere));
  }

  /** Where only waits are left, the first of them ends. */
  async #passTime(): Promise<boolean> {
    const own = [...waits.values()].filter(({ place }) => this.flows.has(place.flow));
    const next = own.sort((one, other) => one.due_ms - other.due_ms || one.id - other.id)[0];
    if (!next) return false;
    await this.moveTo(Math.max(worldClock.now_ms, next.due_ms));
    this.note(`${next.place.flow.name} waited until ${new Date(worldClock.now_ms).toISOString()}`);
    next.end();
    await this.settle();
    return true;
  }

  /** PostgreSQL ends a deadlock by itself; a lock that stays is a fault. */
  async #unlocked(): Promise<boolean> {
    const waiting = [...this.#waiting];
    if (waiting.length === 0) return false;
    const begun = realNow();
    while (waiting.every(({ state }) => state !== "done")) {
      if (realNow() - begun > LOCKED_MS) throw new Error(await this.#lockStory(waiting));
      await this.#changeOr(LOOK_MS);
      await this.#lookAtWaiting();
    }
    return true;
  }

  async #lockStory(waiting: readonly Statement[]): Promise<string> {
    const { rows } = await this.#control.query(
      `select pid, state, left(query, 100) as query from pg_stat_activity
       where pid in (select unnest(pg_blocking_pids(w)) from unnest($1::int[]) as w)`,
      [waiting.map(({ connection }) => connection.pid)],
    );
    return `locks stay: ${waiting.map(shown).join("; ")}; held by ${JSON.stringify(rows)}`;
  }

  async moveTo(now_ms: number): Promise<void> {
    worldClock.now_ms = now_ms;
    await this.#control.query("update world.clock set now = to_timestamp($1::float8 / 1000)", [now_ms]);
  }

  #fateOf(statement: Statement): Fate | "killed" {
    const { lost_before, lost_after, killed, timed_out, no_room } = this.faults;
    // Only inside transactions and at their ends is anything lost that matters.
    const weight = isCommit(statement) ? 10 : 1;
    const isRefusable = !/^(begin|commit|rollback)/i.test(statement.text);
    const fates: [keyof typeof COUNTED, number][] = [
      ["lost before", lost_before * weight],
      ["lost after", lost_after * weight],
      ["killed", killed * weight],
      ["timed out", isRefusable ? timed_out : 0],
      ["no room", WRITES.test(statement.text) ? no_room : 0],
    ];
    let dice = this.order.below(10_000);
    for (const [fate, share] of fates) {
      if (dice < share) return fate;
      dice -= share;
    }
    return "answered";
  }

  async #awaitGone(pids: readonly number[]): Promise<void> {
    await this.#control.query("select pg_terminate_backend(pid, 10000) from unnest($1::int[]) as pid", [
      pids,
    ]);
  }

  async #quiet(): Promise<void> {
    let changed = true;
    while (changed) {
      changed = false;
      this.#news = () => {
        changed = true;
      };
      for (let count = 0; count < QUIET_TURNS; count += 1) await turn();
    }
    this.#news = null;
  }

  async #changeOr(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#news = resolve;
      realSetTimeout(resolve, ms);
    });
    this.#news = null;
  }

  #wake(): void {
    this.#news?.();
  }
}

/** Whatever the order in which they came. */
function byOrder(one: Statement, other: Statement): number {
  const [first, second] = [one, other].map(({ place, text, values }) =>
    [place.flow.name, place.path, text, values].join("\n"),
  );
  return (first ?? "") < (second ?? "") ? -1 : 1;
}

export function kindOf(flowName: string): string {
  return flowName.replace(/ \d+$/, "");
}

function isWithin(place: Place, process: Process): boolean {
  return place.process === process || [...place.children].some((child) => isWithin(child, process));
}

function isCommit({ text }: Statement): boolean {
  return /^commit\b/i.test(text);
}

function shown({ place, process, text, values }: Statement): string {
  return `${place.flow.name}${place.path} at ${process?.name ?? "none"}: ${text.replace(/\s+/g, " ").slice(0, 120)} [${values}]`;
}
