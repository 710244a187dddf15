import type pg from "pg";
import type { QueueName } from "../../db/queues.ts";
import type { Bank } from "./bank.ts";
import type { Fleet } from "./fleet.ts";
import type { Process } from "./flow.ts";
import type { MailServer, Served } from "./instance.ts";
import type { PageNews } from "./page-news.ts";
import type { PictureStore } from "./picture-store.ts";
import type { WorldCreator, WorldGroup, WorldUser } from "./populate.ts";
import type { Scheduler } from "./scheduler.ts";
import type { WorldMix } from "./world-mix.ts";

/** What a fan knows of their tip, without a look at the product's tables. */
export interface TipStory {
  /** Null of a tip to a group. */
  readonly creator: string | null;
  readonly group?: WorldGroup;
  /** Of a group, those whom the fan has confirmed. */
  receivers: readonly string[];
  readonly amount_minor: number;
  readonly email: string;
  /** Of the payment page, once the fan has seen it. */
  page_token: string | null;
  /** The provider has said "paid" to the fan's face. */
  is_acknowledged: boolean;
  /** Of a monthly tip: its page, once the fan has seen it, and when its end was confirmed. */
  readonly monthly?: { path: string | null; stopped_ms: number | null };
}

/** Of a tip that is given back by halves. */
export function halfOf(amount_minor: number): number {
  return Math.floor(amount_minor / 2);
}

/** How often a creator has pressed a button that gives money back, and how often the product confirmed it. */
interface RefundStory {
  readonly tip_id: string;
  pressed: number;
  confirmed: number;
}

/** What the buyer of a voucher knows, and the creators to whom its value was confirmed. */
interface VoucherStory {
  readonly email: string;
  readonly amount_minor: number;
  code: string | null;
  readonly redeemers: Set<string>;
}

/** Everything of one run that acts share. */
export interface World {
  readonly seed: string;
  readonly scheduler: Scheduler;
  readonly control: pg.Client;
  readonly databaseUrl: string;
  readonly mix: WorldMix;
  readonly fleet: Fleet;
  readonly served: readonly Served[];
  readonly creators: WorldCreator[];
  /** Creators that may delete their accounts. */
  readonly leavers: WorldCreator[];
  /** Those whose deletion the product has confirmed. */
  readonly deleted: WorldCreator[];
  readonly operators: WorldUser[];
  readonly group: WorldGroup;
  readonly bank: Bank;
  readonly news: PageNews;
  readonly mails: MailServer;
  readonly store: PictureStore;
  readonly stories: TipStory[];
  readonly vouchers: VoucherStory[];
  readonly refunds: RefundStory[];
  /** Tokens of payment pages whose provider took another amount than the order's. */
  readonly contradicted: Set<string>;
  /** Creators that redeem a voucher just now. */
  readonly redeeming: Set<string>;
  /** Creators' balances after each commit, by id and kind. */
  readonly history: ReadonlyMap<string, number>[];
  readonly outcomes: Record<string, number>;
  /** States that rows have had. */
  readonly states: Set<string>;
  /** How many have begun. */
  acts: number;
  /** Acts by their numbers that do not begin. */
  readonly omit: ReadonlySet<number>;
  /** Found by acts while they run. */
  readonly faults: string[];
  pick<Member>(members: readonly Member[]): Member;
  count(act: string, outcome: string): void;
  /** Begins an act; it goes on when the scheduler lets its statements go. */
  begin(act: string, process: Process | null, work: () => Promise<string>): void;
}

/** In half of the worlds mostly the first, so that acts meet. */
export function someCreator(world: World): WorldCreator {
  const { creators, mix, scheduler } = world;
  const [first] = creators;
  return first && mix.is_narrow && scheduler.random.below(4) > 0 ? first : world.pick(creators);
}

/** Some instance that serves. */
export function someInstance(world: World): Served {
  return world.pick(world.served.filter(({ isDraining }) => !isDraining));
}

/** As timetables do: each instance has one. */
export function beginOnAll(world: World, queue: QueueName): void {
  for (const served of world.served) beginRoutine(world, queue, served);
}

/** A job without data, as its timetable begins it. */
export function beginRoutine(world: World, queue: QueueName, served = someInstance(world)): void {
  world.begin(`routine ${queue}`, served.process, async () => {
    await served.product.handlers[queue]({} as never);
    return "done";
  });
}
