import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { lastSettledTransaction, takeCheckpoints } from "../../app/domain/ledger/checkpoints.server.ts";
import { owedAndHeld, trialBalance } from "../../app/domain/ledger/ledger.server.ts";
import { checkBooks } from "../../app/domain/ledger/ledger-checks.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { quote } from "../../app/domain/payments/payments.server.ts";
import { removeEmbedded, startEmbedded } from "../../db/embedded.ts";
import { createDatabase, createPool } from "../../db/index.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import { prepareTips } from "./bench-database.ts";
import type { BenchWorld } from "./bench-world.ts";
import { bookCreatorIds, insertBookCreators, seedBooks } from "./books-history.ts";
import { explainRead, type PlanFacts } from "./query-plan.ts";
import { QUICK_SETTINGS, shortCount } from "./read-rows.ts";
import { settleAll } from "./settle-tips.ts";

/** So many tips were paid since the last checkpoint. */
const DELTA_TIPS = 500;
const ROUNDS = 5;
const GROWTH_MAXIMUM = 1.25;
const DELTA_SECONDS = 1;
const BARE_SHARE = 1.5;

/** What was measured on one history. */
interface BooksFacts {
  reads: Map<string, PlanFacts>;
  delta_seconds: number[];
  full_seconds: number;
  bare_seconds: number;
}

type Report = Pick<BenchWorld, "report">;

/**
 * The checks of the books on a growing history, each on a PostgreSQL of its own: the ten-minute check has to cost what was
 * posted since the last checkpoint, whatever stands before it; the nightly one hardly more than reading the rows.
 */
export async function measureBooks(world: Pick<BenchWorld, "folder" | "options" | "report">): Promise<void> {
  const found = new Map<number, BooksFacts>();
  for (const count of world.options.tipCounts) {
    const dataDir = join(world.folder, `books-${count}`);
    const postgres = await startEmbedded({ dataDir, settings: QUICK_SETTINGS });
    try {
      await migrateToLatest(postgres.url);
      const asAdmin = createDatabase(postgres.adminUrl, { max: 1 });
      await insertBookCreators(asAdmin);
      await seedBooks(asAdmin, 0, count);
      await asAdmin.destroy();
      found.set(count, await measureBooksOf(postgres.url));
    } finally {
      await postgres.stop();
      await removeEmbedded(dataDir);
    }
  }
  reportBooks(world, found);
}

/** Measures one history that is there already. */
export async function measureBooksOf(url: string): Promise<BooksFacts> {
  const db = createDatabase(url, { max: 12 });
  const now = new Date();
  const upto = (await lastSettledTransaction(db)) ?? 0;
  await takeCheckpoints(db, { upto, least: 1, now });
  await settleAll(db, await prepareTips(db, DELTA_TIPS, await bookCreatorIds(db)), 10);
  const pool = createPool(url, { max: 1 });
  const reads = new Map<string, PlanFacts>();
  for (const [name, read] of Object.entries(READS)) reads.set(name, await explainRead(pool, read));
  await pool.end();
  const delta_seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    delta_seconds.push(await seconds(() => checkBooks(db, { extent: "DELTA", now })));
  const full_seconds = await seconds(() => checkBooks(db, { extent: "FULL", now }));
  const bare_seconds = await seconds(() => readBare(db));
  await db.destroy();
  return { reads, delta_seconds, full_seconds, bare_seconds };
}

const READS: Record<string, (db: Kysely<DB>) => Promise<unknown>> = {
  "the ten-minute check": (db) => checkBooks(db, { extent: "DELTA", now: new Date() }),
  "the trial balance": (db) => trialBalance(db),
  "owed and held": (db) => owedAndHeld(db),
  "a price in another currency": (db) =>
    quote(db, {
      amount_minor: minor(5_00),
      currency: "EUR",
      type: "INETCASH_CC",
      pay_currency: "USD",
      country: "DE",
      now: new Date(),
      needs_fresh_rate: false,
    }),
};

async function seconds(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}

/** The same rows by bare SQL: each transaction with its transfers, their accounts, and the rows that caused it. */
async function readBare(db: Kysely<DB>): Promise<void> {
  await sql`
    select t.kind, d.code, c.code, count(*), sum(m.amount_minor), sum(p.charged_minor), sum(a.amount_minor), sum(i.amount_minor)
    from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account d on d.id = m.debit_account
    join ledger_account c on c.id = m.credit_account
    left join tip_allocations a on t.cause = 'allocation' and a.id = t.cause_id
    left join payments p on p.id = case t.cause when 'payment' then t.cause_id else a.payment_id end
    left join tips i on i.id = p.tip_id
    group by t.kind, d.code, c.code`.execute(db);
}

function reportBooks({ report }: Report, found: ReadonlyMap<number, BooksFacts>): void {
  const [first, ...larger] = [...found];
  if (!first) return;
  const [smallest, before] = first;
  for (const [count, facts] of larger) {
    for (const [name, { buffers, ms, indexes }] of facts.reads) {
      const was = before.reads.get(name);
      if (!was) continue;
      report.holds(
        `${name}: blocks at ${shortCount(count)} / at ${shortCount(smallest)} tips`,
        buffers / was.buffers,
        { words: `≤ ${GROWTH_MAXIMUM}`, isMet: buffers <= was.buffers * GROWTH_MAXIMUM },
        `${was.buffers} → ${buffers} blocks, ${was.ms.toFixed(2)} → ${ms.toFixed(2)} ms${indexes === was.indexes ? "" : `; ${was.indexes} → ${indexes}`}`,
      );
    }
    report.atMost(
      `the ten-minute check at ${shortCount(count)} tips`,
      facts.delta_seconds,
      { limit: DELTA_SECONDS, unit: "s" },
      `${DELTA_TIPS} tips since the checkpoint`,
    );
    report.holds(
      `the nightly check / bare SQL at ${shortCount(count)} tips`,
      facts.full_seconds / facts.bare_seconds,
      { words: `≤ ${BARE_SHARE}`, isMet: facts.full_seconds <= facts.bare_seconds * BARE_SHARE },
      `${facts.full_seconds.toFixed(1)} s beside ${facts.bare_seconds.toFixed(1)} s`,
    );
  }
}
