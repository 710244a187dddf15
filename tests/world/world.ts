import pg from "pg";
import { z } from "zod";
import { beginAct } from "./acts/acts.ts";
import { chargeMonths } from "./acts/monthly-acts.ts";
import { Bank } from "./bank.ts";
import { Fleet } from "./fleet.ts";
import { createPlace, places, worldClock } from "./flow.ts";
import { type MailServer, shortError } from "./instance.ts";
import { judgeWorld } from "./judge-world.ts";
import { migrateToNextBuild, nextBuild } from "./next-build.ts";
import { PageNews } from "./page-news.ts";
import { PictureStore } from "./picture-store.ts";
import { populate } from "./populate.ts";
import { allowedStates, presentStates } from "./reached-states.ts";
import { NO_FAULTS, Scheduler } from "./scheduler.ts";
import { settleWorld } from "./settle-world.ts";
import type { StatementGate } from "./statement-gate.ts";
import { createWorldDatabase, dropWorldDatabase } from "./world-database.ts";
import { worldMix } from "./world-mix.ts";
import { beginOnAll, type World } from "./world-state.ts";

const DAY_MS = 86_400_000;
/** Of the commits, as states are a measure only. */
const LOOK_EVERY = 5;

/** All that decides a world. */
export const worldRun = z.object({
  seed: z.string(),
  days: z.number(),
  /** A run ends after so many steps, at the end of its day. */
  steps: z.number(),
  mix: worldMix,
  /** Acts that begin at most; then a run ends, too. */
  acts: z.number(),
  /** Acts by their numbers that do not begin. */
  omit: z.array(z.number()),
  /** Another order of the same acts. */
  order: z.number().default(0),
});

export type WorldRun = z.infer<typeof worldRun>;

export interface WorldPlace {
  adminUrl: string;
  gate: StatementGate;
}

export interface WorldReport {
  world: WorldRun;
  /** Of the trace: the same for the same world and commit. */
  hash: string;
  counts: Scheduler["counts"];
  /** By act and outcome. */
  outcomes: Record<string, number>;
  /** Texts of statements, and by which faults each was hit. */
  reached: Scheduler["reached"];
  overlaps: string[];
  /** States that rows had, and those that the tables' rules allow. */
  states: string[];
  allowed_states: string[];
  /** How many have begun. */
  acts: number;
  faults: string[];
  lines: string[];
}

/** Runs one seed on a database of its own. */
export async function runWorld(run: WorldRun, { adminUrl, gate }: WorldPlace): Promise<WorldReport> {
  const { seed, days, steps } = run;
  const { begin_ms } = run.mix;
  worldClock.now_ms = begin_ms;
  const name = `world_${seed.replace(/\W/g, "_")}`;
  const databaseUrl = await createWorldDatabase(adminUrl, name);
  const control = new pg.Client({ connectionString: databaseUrl });
  // A world that does not open shows its own error, not that of its database's end.
  control.on("error", () => undefined);
  await control.connect();
  const scheduler = new Scheduler(gate, control, { seed, order: run.order });
  scheduler.isRanked = run.mix.is_ranked;
  await scheduler.moveTo(begin_ms);
  const world = await openWorld(scheduler, control, databaseUrl, run);
  const { faults, states } = world;
  const allowed_states = await allowedStates(control);
  try {
    for (let day = 0; day < days && faults.length === 0 && scheduler.counts.steps < steps; day += 1) {
      scheduler.faults = world.mix.faults;
      if (day > 0 && world.mix.leap_days > 0) await leap(world);
      if (day === 1 && world.mix.has_next_build) await bringNextBuild(world);
      await liveUntil(world, worldClock.now_ms + DAY_MS, { ...run, steps: (steps * (day + 1)) / days });
      scheduler.faults = NO_FAULTS;
      await settleWorld(world);
      faults.push(...(await judgeWorld(world)));
    }
    if (faults.length === 0) {
      // What waits becomes available.
      await scheduler.moveTo(worldClock.now_ms + (world.mix.hold_days + 1) * DAY_MS);
      beginOnAll(world, "tips.mature");
      await settleWorld(world);
      faults.push(...(await judgeWorld(world)));
    }
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    for (const served of world.served) {
      gate.cutAll(served.process);
      await served.stop();
    }
    await control.end();
    await dropWorldDatabase(adminUrl, name);
  }
  const hash = scheduler.trace.digest("hex").slice(0, 16);
  const { counts, reached, lines, overlaps } = scheduler;
  return {
    ...{ world: run, hash, counts, reached, lines, faults, allowed_states },
    ...{ outcomes: world.outcomes, acts: world.acts, overlaps: [...overlaps], states: [...states] },
  };
}

async function openWorld(
  scheduler: Scheduler,
  control: pg.Client,
  databaseUrl: string,
  run: WorldRun,
): Promise<World> {
  const mails: MailServer = { taken: new Map(), isDown: false };
  const store = new PictureStore();
  const { mix } = run;
  const fleet = new Fleet(scheduler, { databaseUrl, mails, store }, mix.skew_ms);
  const history: ReadonlyMap<string, number>[] = [new Map()];
  const outcomes: Record<string, number> = {};
  const beginning = { name: "beginning", passes: true, hasEnded: true, openings: 0 };
  const people = await places.run(createPlace(beginning, null), () => populate(databaseUrl, mix));
  await remember(control, history);
  const news = new PageNews(control, fleet.served);
  await news.listen();
  const world: World = {
    ...{ news, scheduler, control, databaseUrl, mails, store, fleet, history, outcomes, mix, ...people },
    ...{ seed: run.seed, acts: 0, omit: new Set(run.omit), states: new Set() },
    ...{ served: fleet.served, stories: [], vouchers: [], refunds: [], bank: new Bank() },
    ...{ contradicted: new Set(), redeeming: new Set(), deleted: [], faults: [] },
    pick: (members) => {
      const member = members[scheduler.random.below(members.length)];
      if (member === undefined) throw new Error("nothing to pick from");
      return member;
    },
    count: (act, outcome) => {
      const key = `${act}: ${outcome}`;
      outcomes[key] = (outcomes[key] ?? 0) + 1;
    },
    begin: (act, process, work) => {
      const end = (outcome: string) => {
        world.count(act, outcome);
        const hasFaults = Object.values(mix.faults).some((share) => share > 0);
        const isExcused = HAPPENS.test(outcome) || (hasFaults && HAPPENS_WITH_FAULTS.test(outcome));
        if (process && /^(failed|broken)/.test(outcome) && !isExcused) world.faults.push(`${act} ${outcome}`);
      };
      scheduler
        .begin(act, process, work)
        .then(end, (error: unknown) => end(process?.isDead ? "killed" : `broken: ${shortError(error)}`));
    },
  };
  await fleet.open();
  let commits = 0;
  scheduler.onCommit = async () => {
    commits += 1;
    await news.collect();
    world.faults.push(...(await remember(control, history)));
    if (commits % LOOK_EVERY !== 0) return;
    for (const state of await presentStates(control)) world.states.add(state);
  };
  return world;
}

/** What befalls a job in a world: everything else is a fault of the product. */
const HAPPENS = /no mail server|could not be removed|store is away/;
/** Where statements or processes end before their time. */
const HAPPENS_WITH_FAULTS =
  /ECONNRESET|ECONNREFUSED|connection error|terminated|No space left|statement timeout|ProviderUnavailable|fetch failed|passed over/;

/** Balances, locks and what has arrived, after a commit. */
async function remember(control: pg.Client, history: ReadonlyMap<string, number>[]): Promise<string[]> {
  const { rows } = await control.query<{ name: string; value: string }>(`
    select owner || case code when 'creator_pending' then ' pending' else ' available' end as name,
      sum(credits - debits) as value
    from ledger_account where code in ('creator_pending', 'creator_available') group by 1
    union all
    select id || ' locked', (status = 'LOCKED')::int from users where role = 'CREATOR'
    union all
    select creator_id || ' received', count(*) from tip_allocations group by creator_id
    union all
    select id || ' gone', (deleted_at is not null)::int from users where role = 'CREATOR'
    union all
    select a.creator_id || ' coming', count(*) from tip_allocations a
    where exists (select from disputes d where d.payment_id = a.payment_id and d.status = 'OPEN')
      or exists (select from refunds r where r.payment_id = a.payment_id and r.status = 'REQUESTED')
    group by a.creator_id`);
  const before = history.at(-1) ?? new Map<string, number>();
  const now = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  history.push(now);
  const grown = (what: string) =>
    [...now]
      .filter(([name, count]) => name.endsWith(what) && count > (before.get(name) ?? 0))
      .map(([name]) => name.slice(0, -what.length));
  return [
    ...grown(" received")
      .filter((id) => before.get(`${id} locked`) === 1 && now.get(`${id} locked`) === 1)
      .map((id) => `creator ${id} received while locked`),
    ...grown(" gone")
      .filter((id) => (now.get(`${id} coming`) ?? 0) > 0)
      .map((id) => `creator ${id} was deleted while a refund or dispute was under way`),
  ];
}

/** Deploys bring it from now on; until then the former one meets its tables. */
async function bringNextBuild({ control, fleet, scheduler }: World): Promise<void> {
  await migrateToNextBuild(control);
  fleet.build = nextBuild();
  scheduler.note("the next build is there");
}

/** The next day of acts is a month later. */
async function leap(world: World): Promise<void> {
  await world.scheduler.moveTo(worldClock.now_ms + world.mix.leap_days * DAY_MS);
  beginOnAll(world, "tips.mature");
  chargeMonths(world);
}

async function liveUntil(world: World, end_ms: number, { steps, acts }: WorldRun): Promise<void> {
  const { scheduler, mix } = world;
  const { order, flows } = scheduler;
  while (worldClock.now_ms < end_ms && scheduler.counts.steps < steps && world.faults.length === 0) {
    const mayBegin = world.acts < acts;
    world.news.deliverSome(scheduler);
    if (mayBegin && flows.size < mix.acts_at_once && order.below(12) === 0) await beginAct(world);
    else if (flows.size > 0) await scheduler.step();
    else if (!mayBegin) return;
    else if (order.below(3) > 0) await beginAct(world);
    else await scheduler.moveTo(worldClock.now_ms + 1_000 * (1 + order.below(mix.pause_seconds)));
  }
}
