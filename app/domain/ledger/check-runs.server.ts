import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type ChainEntry, chainHead } from "./chain.server.ts";
import { type Checkpoint, lastSettledTransaction, takeCheckpoints } from "./checkpoints.server.ts";
import { checkBooks, type Extent } from "./ledger-checks.server.ts";

const rules = productRules.ledger_checks;

interface CheckServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

/** What a check of the books found: how many rows, and the first of them. */
interface FoundFaults {
  name: string;
  count: number;
  rows: Record<string, unknown>[];
}

/** A check of the books that is over. */
export interface CheckRun {
  extent: Extent;
  started_at: Date;
  finished_at: Date;
  after_transaction: number;
  upto_transaction: number;
  transactions_count: number;
  checks_count: number;
  faults: FoundFaults[];
}

/**
 * Checks the books (docs/money.md, 4), every ten minutes what was posted since the last checkpoint, at night everything.
 * Any fault freezes payouts until an operator lifts it; tips go on. Without one, checkpoints are taken of what was
 * checked, so that the next check begins there. A fault therefore is found again, until it is mended. Returns the names
 * of the checks that found something, the last checkpoint, the head of the chain as the run keeps it, and whether no
 * checkpoint could be taken because a transaction writes postings for too long.
 */
export async function checkAndFreeze(
  services: CheckServices,
  wanted: Extent = "DELTA",
  folder?: string,
): Promise<{
  faults: string[];
  checkpoint: Checkpoint | null;
  chain: ChainEntry | null;
  is_delayed: boolean;
}> {
  const { db } = services;
  const started_at = services.clock();
  // What only a look at everything finds stays in sight until such a look finds nothing.
  const extent = wanted === "DELTA" && (await lastRun(db, "FULL"))?.faults.length ? "FULL" : wanted;
  const settled = await lastSettledTransaction(db);
  const checked = await checkBooks(db, { extent, now: started_at, ...(folder ? { folder } : {}) });
  const faults = checked.results
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => ({ name, count: rows.length, rows: rows.slice(0, rules.shown_faults) }));
  const names = faults.map(({ name }) => name);
  const now = services.clock();
  const chain = await chainHead(db);
  await db
    .insertInto("ledger_check_runs")
    .values({
      id: services.newId(),
      extent,
      started_at,
      finished_at: now,
      after_transaction: checked.after_transaction,
      upto_transaction: checked.upto_transaction,
      transactions_count: checked.transactions_count,
      checks_count: checked.results.length,
      faults: JSON.stringify(faults),
      ...(chain && { chain_id: chain.id, chain_hash: Buffer.from(chain.hash, "hex") }),
    })
    .execute();
  if (names.length > 0) {
    await db
      .insertInto("payout_freezes")
      .values({ id: services.newId(), reason: `ledger check: ${names.join(", ")}`, frozen_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { faults: names, checkpoint: null, chain, is_delayed: false };
  }
  if (settled === null) return { faults: [], checkpoint: null, chain, is_delayed: true };
  // What a quiet platform posts is covered once a night, however little it is.
  const least = extent === "FULL" ? 1 : rules.checkpoint_least;
  const checkpoint = await takeCheckpoints(db, { upto: settled, least, now });
  return { faults: [], checkpoint, chain, is_delayed: false };
}

const faultsSchema = z.array(
  z.object({ name: z.string(), count: z.int(), rows: z.array(z.record(z.string(), z.unknown())) }),
);

/** The last check of each extent; null where there was none. */
export async function lastCheckRuns(db: Kysely<DB>): Promise<Record<Extent, CheckRun | null>> {
  return { DELTA: await lastRun(db, "DELTA"), FULL: await lastRun(db, "FULL") };
}

async function lastRun(db: Kysely<DB>, extent: Extent): Promise<CheckRun | null> {
  const row = await db
    .selectFrom("ledger_check_runs")
    .select(["started_at", "finished_at", "after_transaction", "upto_transaction"])
    .select(["transactions_count", "checks_count", "faults"])
    .where("extent", "=", extent)
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, extent, faults: faultsSchema.parse(row.faults) } : null;
}

/** True while payouts are frozen: asked before every payout. */
export async function payoutsAreFrozen(db: Kysely<DB>): Promise<boolean> {
  const open = await db
    .selectFrom("payout_freezes")
    .select("id")
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}
