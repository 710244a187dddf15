import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { findOwnPlace, listCreators, listHistory } from "../../app/domain/leaderboard/leaderboard.server.ts";
import { PROFILE_CURRENCIES } from "../../app/domain/money/minor.ts";
import { listPaymentsOfTip } from "../../app/domain/payments/payment-record.server.ts";
import { getMoney } from "../../app/domain/payouts/requests/overview.server.ts";
import {
  listFans,
  listTipCurrencies,
  readStatistics,
} from "../../app/domain/statistics/statistics.server.ts";
import { findDraft } from "../../app/domain/tips/drafts.server.ts";
import { findReceipt } from "../../app/domain/tips/receipt.server.ts";
import { listReceivedTips } from "../../app/domain/tips/received-tips.server.ts";
import { listFeatured, listTestimonials } from "../../app/domain/users/creator-lists.server.ts";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { removeEmbedded, startEmbedded } from "../../db/embedded.ts";
import { createDatabase, createPool } from "../../db/index.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import type { BenchWorld } from "./bench-world.ts";
import { explainRead, type PlanFacts } from "./query-plan.ts";
import { creatorId, HISTORY, insertCreators, paymentId, seedTips, tipId } from "./tip-history.ts";

const CREATOR = 17;
/** One of the few with many tips: some on every day, in the smallest history too. */
const BUSY_CREATOR = 1;
const TIP = 123;
const GROWTH_MAXIMUM = 1.25;
/** A larger index has one level more, so a read of four blocks may look at five or six. */
const LEVELS = 2;
/** A list looks up what belongs to each of its rows, and each look-up may take so much more. */
const TIP_LIST = (productRules.dashboard_tips + 1) * 3;
const FAN_LIST = (productRules.fans_page + 1) * 2;

/** Of a PostgreSQL that nothing has to survive. */
export const QUICK_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "8GB",
  shared_buffers: "512MB",
  work_mem: "256MB",
  maintenance_work_mem: "512MB",
  autovacuum: "off",
};

const TWELVE_MONTHS = {
  period: { from: "2025-12-01", to: HISTORY.today },
  before: { from: "2024-12-01", to: "2025-11-21" },
};

const ALL_TIPS = { only_new: false, fan: "", after: null };

/** How often a read looks something up, where that is more than once. */
const LOOK_UPS: Record<string, number> = {
  "dashboard: all tips": TIP_LIST,
  "dashboard: a later page": 2 * TIP_LIST,
  "dashboard: new tips": TIP_LIST,
  "dashboard: tips of a fan": TIP_LIST,
  // What waits, and the balances of three currencies.
  "dashboard: the money": 1 + PROFILE_CURRENCIES.length,
  "fans, who tipped last first": FAN_LIST,
};

/** What a page asks the database, by the product's own functions where it has the page already. */
const READS: Record<string, (db: Kysely<DB>) => Promise<unknown>> = {
  profile: (db) => findProfile(db, `creator-${CREATOR}`, HISTORY.now),
  "home: creators to show": (db) => listFeatured(db, HISTORY.monthStart, 8),
  "home: voices": (db) => listTestimonials(db, "de"),
  "a tip on its steps": (db) => findDraft(db, tipId(TIP), { username: `creator-${CREATOR}` }),
  "payments of a tip": (db) => listPaymentsOfTip(db, tipId(TIP)),
  "thank-you page and receipt": (db) => findReceipt(db, paymentId(TIP), new Date()),
  "rank table: the month's first 50": (db) => listCreators(db, { range: "month", page: 1 }, HISTORY.now),
  "rank table: 30 days' first 50": (db) => listCreators(db, { range: "30days", page: 1 }, HISTORY.now),
  "rank table: the own rank": (db) => findOwnPlace(db, creatorId(BUSY_CREATOR), "30days", HISTORY.now),
  "rank table: the past weeks": (db) => listHistory(db, "week", HISTORY.now),
  "days of a creator in 30 days": (db) =>
    sql`
    select day, tips_count, amount_minor from daily_tip_totals
    where creator_id = ${creatorId(BUSY_CREATOR)}::uuid and day > ${HISTORY.today}::date - 30 order by day`.execute(
      db,
    ),
  "dashboard: all tips": (db) => listReceivedTips(db, creatorId(BUSY_CREATOR), ALL_TIPS),
  "dashboard: a later page": (db) => laterPage(db),
  "dashboard: new tips": (db) =>
    listReceivedTips(db, creatorId(BUSY_CREATOR), { ...ALL_TIPS, only_new: true }),
  "dashboard: tips of a fan": (db) =>
    listReceivedTips(db, creatorId(BUSY_CREATOR), { ...ALL_TIPS, fan: "fan" }),
  "dashboard: a fan who is not there": (db) =>
    listReceivedTips(db, creatorId(BUSY_CREATOR), { ...ALL_TIPS, fan: "jörg" }),
  "dashboard: the money": (db) => getMoney(db, creatorId(BUSY_CREATOR), "EUR"),
  "statistics: twelve months": (db) =>
    readStatistics(
      db,
      { ...TWELVE_MONTHS, creator_id: creatorId(BUSY_CREATOR), currency: "EUR" },
      HISTORY.now,
    ),
  "statistics: the tab's currencies": (db) => listTipCurrencies(db, creatorId(BUSY_CREATOR), "EUR"),
  "fans, who tipped last first": (db) => listFans(db, creatorId(BUSY_CREATOR), null),
};

async function laterPage(db: Kysely<DB>): Promise<unknown> {
  const { next } = await listReceivedTips(db, creatorId(BUSY_CREATOR), ALL_TIPS);
  return await listReceivedTips(db, creatorId(BUSY_CREATOR), { ...ALL_TIPS, after: next });
}

/** The same asked of the tips themselves, which nobody would wait for: shown beside, and held to nothing. */
const NAIVE: Record<string, (db: Kysely<DB>) => Promise<unknown>> = {
  "rank table: 30 days' first 50": (db) => sumsOfThirtyDays(db, sql`order by amount desc limit 50`),
  "rank table: the own rank": (db) =>
    sumsOfThirtyDays(
      db,
      sql`having sum(t.amount_minor) > (
        select sum(amount_minor) from tips where creator_id = ${creatorId(BUSY_CREATOR)}::uuid
          and paid_at > ${HISTORY.today}::date - 30)`,
    ),
};

function sumsOfThirtyDays(db: Kysely<DB>, rest: ReturnType<typeof sql>): Promise<unknown> {
  return sql`
    select u.username, count(*), sum(t.amount_minor) as amount from tips t join users u on u.id = t.creator_id
    where t.paid_at > ${HISTORY.today}::date - 30 and u.ranking_enabled_at is not null and u.status = 'ACTIVE'
    group by u.id ${rest}`.execute(db);
}

/**
 * Reads on a growing history, on a PostgreSQL of its own that nothing has to survive: each has to read by the indexes by
 * which it reads the smallest history, and to look at hardly more buffers. Whether it sorts a few rows that it found, or
 * finds them sorted, is the planner's own choice.
 */
export async function measureReads(world: Pick<BenchWorld, "folder" | "options" | "report">): Promise<void> {
  const dataDir = join(world.folder, "history");
  const postgres = await startEmbedded({ dataDir, settings: QUICK_SETTINGS });
  try {
    await migrateToLatest(postgres.url);
    const asAdmin = createDatabase(postgres.adminUrl, { max: 1 });
    await insertCreators(asAdmin);
    const found = new Map<number, Map<string, PlanFacts>>();
    let written = 0;
    for (const count of world.options.tipCounts) {
      const began = performance.now();
      await seedTips(asAdmin, written, count);
      written = count;
      const seconds = (performance.now() - began) / 1000;
      if (seconds > 5) process.stdout.write(`${count} tips written in ${seconds.toFixed(0)} s\n`);
      found.set(count, await explainAll(postgres.url));
    }
    await asAdmin.destroy();
    report(world, found);
  } finally {
    await postgres.stop();
    await removeEmbedded(dataDir);
  }
}

async function explainAll(url: string): Promise<Map<string, PlanFacts>> {
  const facts = new Map<string, PlanFacts>();
  const pool = createPool(url, { max: 1 });
  // What a page would get, not what making the history needed.
  await pool.query("set work_mem = '4MB'");
  // The smallest history has tables of a page or two, which are read whole at any rate; their plans would say nothing.
  await pool.query("set enable_seqscan = off");
  for (const [name, read] of Object.entries(READS)) facts.set(name, await explainRead(pool, read));
  await pool.query("set enable_seqscan = on");
  for (const [name, read] of Object.entries(NAIVE)) facts.set(naive(name), await explainRead(pool, read));
  await pool.end();
  return facts;
}

/** Under which name the figures of the naive query stand. */
const naive = (name: string) => `${name}, naive`;

function report(world: Pick<BenchWorld, "report">, found: Map<number, Map<string, PlanFacts>>): void {
  const [smallest = 0, ...larger] = [...found.keys()];
  for (const [name, first] of found.get(smallest) ?? []) {
    if (!READS[name]) continue;
    for (const count of larger) {
      const facts = found.get(count)?.get(name);
      if (!facts) continue;
      const isSame = facts.indexes === first.indexes;
      const figures = `${figuresOf(first, facts)}${besideOf(found.get(smallest), found.get(count), naive(name))}`;
      const more = LEVELS * (LOOK_UPS[name] ?? 1);
      const isMet = isSame && facts.buffers <= first.buffers * GROWTH_MAXIMUM + more;
      world.report.holds(
        `${name}: blocks at ${shortCount(count)} / at ${shortCount(smallest)} tips`,
        facts.buffers / first.buffers,
        { words: `the same indexes, ≤ ${GROWTH_MAXIMUM} (or ${more} blocks more)`, isMet },
        isSame ? figures : `${figures}; ${first.shape} → ${facts.shape}`,
      );
    }
  }
}

function figuresOf(first: PlanFacts, last: PlanFacts): string {
  return `${first.buffers} → ${last.buffers} blocks, ${first.ms.toFixed(2)} → ${last.ms.toFixed(2)} ms`;
}

/** What the naive query takes, where there is one. */
function besideOf(
  smallest: ReadonlyMap<string, PlanFacts> | undefined,
  larger: ReadonlyMap<string, PlanFacts> | undefined,
  name: string,
): string {
  const [first, last] = [smallest?.get(name), larger?.get(name)];
  return first && last ? `; asked of the tips ${figuresOf(first, last)}` : "";
}

export function shortCount(count: number): string {
  return count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}k`;
}
