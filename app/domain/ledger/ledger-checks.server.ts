import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { listActors } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { rolesWith } from "../operator-rights.server.ts";
import { type Checkpoint, lastSettledTransaction, takeCheckpoints } from "./journal.server.ts";

interface ChainEntry {
  id: number;
  hash: string;
  at: Date;
}

export async function chainHead(db: Kysely<DB>): Promise<ChainEntry | null> {
  const row = await db
    .selectFrom("chain_entries")
    .select(["id", "hash", "at"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, hash: row.hash.toString("hex") } : null;
}

export async function findInChain(db: Kysely<DB>, hash: string): Promise<ChainEntry | null> {
  const row = await db
    .selectFrom("chain_entries")
    .select(["id", "hash", "at"])
    .where("hash", "=", Buffer.from(hash, "hex"))
    .executeTakeFirst();
  return row ? { ...row, hash: row.hash.toString("hex") } : null;
}

/** Daily, as a copy outside the database. Reports an empty chain or a missing known head. */
export async function mailChainHead(services: {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}): Promise<void> {
  const now = services.clock();
  const day = businessDate(now);
  const head = await chainHead(services.db);
  const missing = await missingHead(services.db);
  await services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(distinct row_id) as count from chain_entries where id <= ${head?.id ?? 0}::bigint group by kind`.execute(
      trx,
    );
    const count = (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0;
    const params = {
      ...{ day, hash: head?.hash ?? null, entries_count: head?.id ?? 0, missing },
      ...{ checkpoints_count: count("CHECKPOINT"), destinations_count: count("DESTINATION") },
      ...{ batches_count: count("BATCH"), acts_count: count("ACT"), statements_count: count("STATEMENT") },
    };
    for (const { id, email, locale } of await listActors(trx, {
      withLeft: false,
      roles: rolesWith("money"),
    }))
      await queueMail(trx, services, {
        ...{ dedupe_key: `chain-head:${day}:${id}`, template: "chain_head", locale, recipient: email },
        ...{ user_id: id, params, now },
      });
  });
}

async function missingHead(
  db: Kysely<DB>,
): Promise<{ day: string; hash: string; entries_count: number } | null> {
  const { rows } = await sql<{ started_at: Date; hash: string; entries_count: number }>`
    select r.started_at, encode(r.chain_hash, 'hex') as hash, r.chain_id as entries_count
    from ledger_check_runs r left join chain_entries e on e.id = r.chain_id
    where r.chain_hash is not null and e.hash is distinct from r.chain_hash
    order by r.chain_id desc limit 1`.execute(db);
  const [last] = rows;
  return last
    ? { day: businessDate(last.started_at), hash: last.hash, entries_count: last.entries_count }
    : null;
}

export interface CheckResult {
  name: string;
  rows: Record<string, unknown>[];
}

interface Check {
  name: string;
  text: string;
}

/** DELTA: since the last checkpoint, and what is open (docs/money.md, 4). */
export type Extent = "DELTA" | "FULL";

/** By cost. `since` trusts the last checkpoint. */
export const FOLDERS: Readonly<Record<Extent, readonly string[]>> = {
  DELTA: ["open", "entries", "since"],
  FULL: ["open", "entries", "history"],
};

const LONGEST = "41-checkpoints-hold";

const SETTINGS: Readonly<Record<Extent, readonly string[]>> = {
  DELTA: ["enable_indexscan = off"],
  FULL: ["enable_nestloop = off", "enable_bitmapscan = off", "max_parallel_workers_per_gather = 0"],
};

const CHECKS = join(process.cwd(), "db/checks");

interface CheckedBooks {
  results: CheckResult[];
  after_transaction: number;
  upto_transaction: number;
  transactions_count: number;
}

interface Wanted {
  extent: Extent;
  now: Date;
  folder?: string;
  onBegin?: (name: string) => void;
  onResult?: (result: CheckResult, of: number) => void;
}

/** On one snapshot, so settling tips appear whole or not. FULL needs two connections. */
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

export async function checkIn(trx: Transaction<DB>, given: Wanted): Promise<CheckedBooks> {
  return await checkOn([trx], given);
}

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

/** A check that cannot run is a fault. */
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

async function runCheck(
  trx: Transaction<DB>,
  text: string,
  places: Readonly<Record<"now" | "head" | "from" | "upto", Date | number>>,
): Promise<Record<string, unknown>[]> {
  const parts = text.split(/:(now|head|from|upto)\b/).map((part, index) => {
    if (index % 2 === 0) return sql.raw(part);
    if (part === "now") return sql`${places.now}::timestamptz`;
    return sql`${places[part === "head" ? "head" : part === "from" ? "from" : "upto"]}::bigint`;
  });
  const { rows } = await sql<Record<string, unknown>>`${sql.join(parts, sql.raw(""))}`.execute(trx);
  return rows;
}

const rules = productRules.ledger_checks;

interface CheckServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

interface FoundFaults {
  name: string;
  count: number;
  rows: Record<string, unknown>[];
}

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
 * A fault freezes payouts until an operator lifts it; tips go on. Checkpoints need faultless books, so faults
 * are found again (docs/money.md, 4).
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
  // Only a full check clears a full check's fault.
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
  const least = extent === "FULL" ? 1 : rules.checkpoint_least;
  const checkpoint = await takeCheckpoints(db, { upto: settled, least, now });
  return { faults: [], checkpoint, chain, is_delayed: false };
}

const faultsSchema = z.array(
  z.object({ name: z.string(), count: z.int(), rows: z.array(z.record(z.string(), z.unknown())) }),
);

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

export async function payoutsAreFrozen(db: Kysely<DB>): Promise<boolean> {
  const open = await db
    .selectFrom("payout_freezes")
    .select("id")
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}
