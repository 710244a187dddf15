import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** One check of the books and the rows that it found; each row is a fault. */
export interface CheckResult {
  name: string;
  rows: Record<string, unknown>[];
}

/** A check of db/checks: its name and its query. */
interface Check {
  name: string;
  text: string;
}

/**
 * How much a check looks at (docs/money.md, 4): what was posted since the last checkpoint and what is open, or all there
 * is from the first transaction on.
 */
export type Extent = "DELTA" | "FULL";

/**
 * The folders of db/checks, by what a look at them costs: what is open, the transactions asked for, all of history.
 * `since` trusts the last checkpoint; who looks at all of history has no need of it.
 */
export const FOLDERS: Readonly<Record<Extent, readonly string[]>> = {
  DELTA: ["open", "entries", "since"],
  FULL: ["open", "entries", "history"],
};

/** Begun first, so that no connection is left with it alone at the end. */
const LONGEST = "41-checkpoints-hold";

/**
 * How PostgreSQL goes about it. What was posted lately lies together: found as a set of pages, each page is looked at once
 * and not once for each row. All of history is joined at once, as looking rows up one by one would take many times longer,
 * and read in order rather than gathered and sorted; each connection takes one processor, so that others are left to guests.
 */
const SETTINGS: Readonly<Record<Extent, readonly string[]>> = {
  DELTA: ["enable_indexscan = off"],
  FULL: ["enable_nestloop = off", "enable_bitmapscan = off", "max_parallel_workers_per_gather = 0"],
};

const CHECKS = join(process.cwd(), "db/checks");

export interface CheckedBooks {
  results: CheckResult[];
  /** The transactions that were compared with their causes: those after the one, up to the other. */
  after_transaction: number;
  upto_transaction: number;
  transactions_count: number;
}

/** What is asked of a look at the books. */
interface Wanted {
  extent: Extent;
  now: Date;
  folder?: string;
  /** Hears of each check when it begins, and as soon as it is done: of how many it is one. */
  onBegin?: (name: string) => void;
  onResult?: (result: CheckResult, of: number) => void;
}

/**
 * Runs the checks of the books on one unchanging view of the database, so that tips that settle meanwhile are seen whole
 * or not at all. Tells of each check as soon as it is done. All of history is checked on two connections, which `db` has to
 * have; what was posted lately on one.
 */
export async function checkBooks(db: Kysely<DB>, given: Wanted): Promise<CheckedBooks> {
  return await viewing(db, async (trx) => {
    if (given.extent === "DELTA") return await checkOn([trx], given);
    const { rows } = await sql<{ view: string }>`select pg_export_snapshot() as view`.execute(trx);
    const [exported] = rows;
    if (!exported) throw new Error("PostgreSQL exported no view of the database");
    return await viewing(db, async (second) => {
      await sql`set transaction snapshot ${sql.lit(exported.view)}`.execute(second);
      return await checkOn([trx, second], given);
    });
  });
}

async function viewing<T>(db: Kysely<DB>, look: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((trx) => look(trx));
}

/** The same in a transaction of the caller's, as it sees the books. */
export async function checkIn(trx: Transaction<DB>, given: Wanted): Promise<CheckedBooks> {
  return await checkOn([trx], given);
}

/** The checks on transactions that see the same, each taking the next one when it is done with another. */
async function checkOn(
  lanes: readonly [Transaction<DB>, ...Transaction<DB>[]],
  given: Wanted,
): Promise<CheckedBooks> {
  const [trx] = lanes;
  const checks = await readChecks(given.folder ?? CHECKS, FOLDERS[given.extent]);
  const { head, last } = await readPlaces(trx);
  const after = given.extent === "FULL" ? 0 : head;
  const places = { now: given.now, head, from: after, upto: last };
  const results: CheckResult[] = [];
  const left = [...checks].sort((a, b) => Number(b.name === LONGEST) - Number(a.name === LONGEST));
  // Nobody goes on asking on a connection that was given back because the other one had failed.
  const ends = await Promise.allSettled(
    lanes.map(async (lane) => {
      for (const setting of SETTINGS[given.extent]) await sql.raw(`set local ${setting}`).execute(lane);
      for (let check = left.shift(); check; check = left.shift()) {
        given.onBegin?.(check.name);
        const result = { name: check.name, rows: await runOrTell(lane, check.text, places) };
        results.push(result);
        given.onResult?.(result, checks.length);
      }
    }),
  );
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
  results.sort((a, b) => (a.name < b.name ? -1 : 1));
  const { count } = await trx
    .selectFrom("ledger_transaction")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("id", ">", after)
    .executeTakeFirstOrThrow();
  return { results, after_transaction: after, upto_transaction: last, transactions_count: count };
}

/** Every check, from the first transaction on. */
export async function checkLedger(db: Kysely<DB>, now: Date, folder?: string): Promise<CheckResult[]> {
  const { results } = await checkBooks(db, { extent: "FULL", now, ...(folder ? { folder } : {}) });
  return results;
}

async function readChecks(folder: string, folders: readonly string[]): Promise<Check[]> {
  const checks: Check[] = [];
  for (const kind of folders)
    for (const file of await readdir(join(folder, kind)))
      if (file.endsWith(".sql"))
        checks.push({
          name: file.replace(/\.sql$/, ""),
          text: await readFile(join(folder, kind, file), "utf8"),
        });
  return checks.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The transaction of the last checkpoint, and the last one that this view of the database has. */
async function readPlaces(trx: Transaction<DB>): Promise<{ head: number; last: number }> {
  const head = await trx
    .selectFrom("ledger_checkpoints")
    .select("upto_transaction")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const last = await trx
    .selectFrom("ledger_transaction")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return { head: head?.upto_transaction ?? 0, last: last?.id ?? 0 };
}

/** A check that cannot be answered has found a fault, and keeps no other from being asked. */
async function runOrTell(
  trx: Transaction<DB>,
  text: string,
  places: Parameters<typeof runCheck>[2],
): Promise<Record<string, unknown>[]> {
  await sql`savepoint one_check`.execute(trx);
  try {
    return await runCheck(trx, text, places);
  } catch (error) {
    await sql`rollback to savepoint one_check`.execute(trx);
    return [{ cannot_be_asked: String(error) }];
  }
}

/** `:now` is the time, `:from` and `:upto` the transactions that are asked for, `:head` that of the last checkpoint. */
async function runCheck(
  trx: Transaction<DB>,
  text: string,
  places: Readonly<Record<"now" | "head" | "from" | "upto", Date | number>>,
): Promise<Record<string, unknown>[]> {
  const parts = text.split(/:(now|head|from|upto)\b/).map((part, index) => {
    if (index % 2 === 0) return sql.raw(part);
    if (part === "now") return sql`${places.now}::timestamptz`;
    // Figures of our own, written out: a plan has to know how little is asked for.
    return sql.lit(Number(places[part === "head" ? "head" : part === "from" ? "from" : "upto"]));
  });
  const { rows } = await sql<Record<string, unknown>>`${sql.join(parts, sql.raw(""))}`.execute(trx);
  return rows;
}
