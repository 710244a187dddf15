import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { listPaymentsOfTip } from "../../app/domain/payments/payments.server.ts";
import { findDraft, findReceipt } from "../../app/domain/tips/tips.server.ts";
import { findProfile, listFeatured, listTestimonials } from "../../app/domain/users/users.server.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { createDatabase, createPool } from "../../db/index.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import type { BenchWorld } from "./bench-world.ts";
import { explainRead, type PlanFacts } from "./query-plan.ts";
import { creatorId, HISTORY, paymentId, seedTips, tellCreators, tipId } from "./tip-history.ts";

const CREATOR = 17;
/** One of the few with many tips: some on every day, in the smallest history too. */
const BUSY_CREATOR = 1;
const TIP = 123;
const GROWTH_MAXIMUM = 1.25;
/** A larger index has one level more, so a read of four blocks may look at five or six. */
const LEVELS = 2;

/** What a page asks the database, by the product's own functions where it has the page already. */
const READS: Record<string, (db: Kysely<DB>) => Promise<unknown>> = {
  profile: (db) => findProfile(db, `creator-${CREATOR}`, HISTORY.now),
  "home: creators to show": (db) => listFeatured(db, HISTORY.monthStart, 8),
  "home: voices": (db) => listTestimonials(db, "de"),
  "a tip on its steps": (db) => findDraft(db, tipId(TIP), `creator-${CREATOR}`),
  "payments of a tip": (db) => listPaymentsOfTip(db, tipId(TIP)),
  "thank-you page and receipt": (db) => findReceipt(db, paymentId(TIP), new Date()),
  "rank table: the month's first 50": (db) => firstOf(db, "MONTH", HISTORY.monthStart),
  "rank table: 30 days' first 50": (db) => firstOf(db, "30DAYS", "2000-01-01"),
  "days of a creator in 30 days": (db) =>
    sql`
    select day, tips_count, amount_minor from daily_tip_totals
    where creator_id = ${creatorId(BUSY_CREATOR)}::uuid and day > ${HISTORY.today}::date - 30 order by day`.execute(
      db,
    ),
};

function firstOf(db: Kysely<DB>, period: string, start: string): Promise<unknown> {
  return sql`
    select u.username, r.tips_count from leaderboard_totals r join users u on u.id = r.creator_id
    where r.period = ${period} and r.period_start = ${start}::date and u.ranking_enabled_at is not null
    order by r.amount_eur_minor desc, r.creator_id limit 50`.execute(db);
}

/**
 * Reads on a growing history, on a PostgreSQL of its own that nothing has to survive: each has to keep the plan that it
 * has on the smallest history, and to look at hardly more buffers.
 */
export async function measureReads(world: BenchWorld): Promise<void> {
  const dataDir = join(world.folder, "history");
  const settings = {
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
  const postgres = await startEmbedded({ dataDir, settings });
  try {
    await migrateToLatest(postgres.url);
    const asAdmin = createDatabase(postgres.adminUrl, { max: 1 });
    await tellCreators(asAdmin);
    const found = new Map<number, Map<string, PlanFacts>>();
    let told = 0;
    for (const count of world.options.tipCounts) {
      const began = performance.now();
      await seedTips(asAdmin, told, count);
      told = count;
      const seconds = (performance.now() - began) / 1000;
      if (seconds > 5) process.stdout.write(`${count} tips told in ${seconds.toFixed(0)} s\n`);
      found.set(count, await explainAll(postgres.url));
    }
    await asAdmin.destroy();
    report(world, found);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function explainAll(url: string): Promise<Map<string, PlanFacts>> {
  const facts = new Map<string, PlanFacts>();
  const pool = createPool(url, { max: 1 });
  // What a page would get, not what making the history needed.
  await pool.query("set work_mem = '4MB'");
  for (const [name, read] of Object.entries(READS)) facts.set(name, await explainRead(pool, read));
  await pool.end();
  return facts;
}

function report(world: BenchWorld, found: Map<number, Map<string, PlanFacts>>): void {
  const [smallest = 0, ...larger] = [...found.keys()];
  for (const [name, first] of found.get(smallest) ?? [])
    for (const count of larger) {
      const facts = found.get(count)?.get(name);
      if (!facts) continue;
      const isSame = facts.shape === first.shape;
      const figures = `${first.buffers} → ${facts.buffers} blocks, ${first.ms.toFixed(2)} → ${facts.ms.toFixed(2)} ms`;
      const isMet = isSame && facts.buffers <= first.buffers * GROWTH_MAXIMUM + LEVELS;
      world.report.holds(
        `${name}: blocks at ${short(count)} / at ${short(smallest)} tips`,
        facts.buffers / first.buffers,
        { words: `the same plan, ≤ ${GROWTH_MAXIMUM} (or ${LEVELS} blocks more)`, isMet },
        isSame ? figures : `${figures}; ${first.shape} → ${facts.shape}`,
      );
    }
}

function short(count: number): string {
  return count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}k`;
}
