import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { lastSettledTransaction, takeCheckpoints } from "../../app/domain/ledger/journal.server.ts";
import { checkBooks } from "../../app/domain/ledger/ledger-checks.server.ts";
import { owedAndHeld, trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { quote } from "../../app/domain/payments/quote.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
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
  // At 10 thousand tips a whole table is as cheap as 500 look-ups; the plans of larger histories look rows up.
  await pool.query("set enable_seqscan = off");
  const reads = new Map<string, PlanFacts>();
  for (const [name, read] of Object.entries(READS)) reads.set(name, await explainRead(pool, read));
  await pool.end();
  const delta_seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    delta_seconds.push(await seconds(() => checkBooks(db, { extent: "DELTA", now })));
  // Once before, so that neither of the two fetches from the disk what the other then finds in memory.
  await readBare(db);
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
      rules: defaultSettings.rules,
    }),
};

async function seconds(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}

/** What the checks of all history read, joined along the same keys, counted and summed instead of compared. */
const BARE_READS = [
  // Transfers with their transactions and accounts; their sums by account, for the balances and for the checkpoints.
  sql`select count(*), sum(m.amount_minor), max(d.currency), max(c.currency) from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account d on d.id = m.debit_account join ledger_account c on c.id = m.credit_account`,
  ...[1, 2].map(
    () => sql`select account, sum(minor) from (
      select debit_account as account, amount_minor as minor from ledger_transfer
      union all select credit_account, amount_minor from ledger_transfer) as side group by account`,
  ),
  // Paid tips with their shares and transfers, released shares with theirs.
  sql`select count(*), sum(m.amount_minor), sum(p.charged_minor), sum(a.amount_minor), max(d.code), max(c.code)
    from ledger_transaction t
    join payments p on p.id = t.cause_id join tip_allocations a on a.payment_id = p.id
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account d on d.id = m.debit_account join ledger_account c on c.id = m.credit_account
    where t.kind = 'tip_paid'`,
  sql`select count(*), sum(m.amount_minor), sum(a.amount_minor), max(d.code), max(c.code) from ledger_transaction t
    join tip_allocations a on a.id = t.cause_id join ledger_transfer m on m.transaction_id = t.id
    join ledger_account d on d.id = m.debit_account join ledger_account c on c.id = m.credit_account
    where t.kind = 'released'`,
  // Payments and shares with their transactions, payments with their shares, and with their tips.
  sql`select count(*), count(t.id) from payments p left join tip_allocations a on a.payment_id = p.id
    left join ledger_transaction t on t.cause_id = p.id and t.kind = 'tip_paid'`,
  sql`select count(*), count(t.id) from tip_allocations a
    left join ledger_transaction t on t.cause_id = a.id and t.kind = 'released'`,
  sql`select p.id, sum(a.amount_minor) from payments p left join tip_allocations a on a.payment_id = p.id group by p.id`,
  sql`select count(*), sum(i.amount_minor), sum(p.total_minor) from payments p left join tips i on i.id = p.tip_id`,
  // Every row of the ledger, for the hashes of the checkpoints.
  sql`select sum(length(t::text)) from ledger_transaction t`,
  sql`select sum(length(m::text)) from ledger_transfer m`,
  // Payments with their shares, for the hashes of what was paid.
  sql`select sum(length(p::text)), sum(length(a::text)) from ledger_transaction t
    join payments p on p.id = t.cause_id left join tip_allocations a on a.payment_id = p.id where t.kind = 'tip_paid'`,
];

/** On the checks' own terms: two at a time, each on a connection that takes one processor. */
async function readBare(db: Kysely<DB>): Promise<void> {
  const left = [...BARE_READS];
  const lane = async () =>
    await db.transaction().execute(async (trx) => {
      await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
      for (let read = left.shift(); read; read = left.shift()) await read.execute(trx);
    });
  await Promise.all([lane(), lane()]);
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
