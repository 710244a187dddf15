import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import { type CheckResult, checkIn } from "../../../app/domain/ledger/ledger-checks.server.ts";
import { type Posting, post } from "../../../app/domain/ledger/post.server.ts";
import { checkRollups } from "../../../app/domain/rollups/check-rollups.server.ts";
import type { DB } from "../../../db/schema.ts";
import { mature } from "../money/tip-world.ts";

/** What the checks of the books have found, by check; empty when all is well. */
export async function faultsIn(db: Kysely<DB>, now: Date): Promise<Record<string, CheckResult["rows"]>> {
  const { results } = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      // Planned once for all tests of a file (database.ts).
      await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
      return await checkIn(trx, { extent: "FULL", now });
    });
  return Object.fromEntries(
    results.filter(({ rows }) => rows.length > 0).map(({ name, rows }) => [name, rows]),
  );
}

/** Clean books, also after everything has matured. */
export async function expectCleanEnd(world: Parameters<typeof mature>[0]): Promise<void> {
  await expectCleanBooks(world.db, world.clock());
  await mature(world, 30);
  await expectCleanBooks(world.db, world.clock());
}

/**
 * Fails the test, naming what is wrong, unless every check of the books finds nothing, and the roll-ups are what the tips
 * come to.
 */
export async function expectCleanBooks(
  db: Kysely<DB>,
  now: Date,
  /** Checks of rows that a test has written by itself, and not whole. */
  ...without: string[]
): Promise<void> {
  const found = Object.entries(await faultsIn(db, now));
  expect(Object.fromEntries(found.filter(([name]) => !without.includes(name)))).toEqual({});
  expect(await checkRollups(db)).toEqual([]);
}

/** The same for tests of the ledger alone, which post what nothing in the product is the cause of. */
export async function expectCleanLedger(db: Kysely<DB>, now: Date): Promise<void> {
  const found = await faultsIn(db, now);
  const ofCauses = [
    "05-reversals-mirror",
    "13-transit-is-open-payouts",
    "25-causes-are-known",
    "26-accounts-as-charted",
  ];
  const faults = Object.fromEntries(Object.entries(found).filter(([name]) => !ofCauses.includes(name)));
  expect(faults).toEqual({});
}

/** Posts in a transaction of its own. Returns the keys that were new. */
export async function postAlone(
  db: Kysely<DB>,
  postings: readonly Posting[],
  now: Date,
): Promise<Set<string>> {
  return await db.transaction().execute((trx) => post(trx, postings, now));
}

/** How many transactions and transfers the ledger holds. */
export async function ledgerSize(db: Kysely<DB>): Promise<{ transactions: number; transfers: number }> {
  const { transactions, transfers } = await db
    .selectNoFrom((eb) => [
      eb.selectFrom("ledger_transaction").select(eb.fn.countAll<number>().as("n")).as("transactions"),
      eb.selectFrom("ledger_transfer").select(eb.fn.countAll<number>().as("n")).as("transfers"),
    ])
    .executeTakeFirstOrThrow();
  return { transactions: transactions ?? 0, transfers: transfers ?? 0 };
}

/** True while a connection to this database waits for a lock that another one holds; or as many as are asked for. */
export async function somebodyWaits(db: Kysely<DB>, connections = 1): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length >= connections;
}

/** The words of PostgreSQL's refusals, for `rejects.toThrow`. */
export const REFUSED = {
  overdrawn: /ledger_account_not_overdrawn/,
  appendOnly: /is append-only/,
  forbidden: /permission denied/,
} as const;
