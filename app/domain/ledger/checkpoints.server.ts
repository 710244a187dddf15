import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

const rules = productRules.ledger_checks;

/** Up to here the books were checked; the hash covers all before it. */
export interface Checkpoint {
  id: number;
  upto_transaction: number;
  hash: string;
  taken_at: Date;
}

export async function lastCheckpoint(db: Kysely<DB>): Promise<Checkpoint | null> {
  const row = await db
    .selectFrom("ledger_checkpoints")
    .select(["id", "upto_transaction", "hash", "taken_at"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, hash: row.hash.toString("hex") } : null;
}

/**
 * No earlier transaction can appear any more; 0 in empty books. Ids are given before commit, so present
 * writers of the locked table are waited for. Null when one takes too long.
 */
export async function lastSettledTransaction(db: Kysely<DB>): Promise<number | null> {
  const last = await db
    .selectFrom("ledger_transaction")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  let writers = await listWriters(db);
  for (let look = 0; writers.length > 0; look += 1) {
    if (look >= rules.writers_looks) return null;
    await pause(rules.writers_look_ms);
    const now = new Set(await listWriters(db));
    writers = writers.filter((writer) => now.has(writer));
  }
  return last?.id ?? 0;
}

async function listWriters(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'ledger_transaction'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid()`.execute(db);
  return rows.map(({ writer }) => writer);
}

/** Less than `least` transactions wait. Goes on from another process's. Returns the last one. */
export async function takeCheckpoints(
  db: Kysely<DB>,
  given: { upto: number; least: number; now: Date },
): Promise<Checkpoint | null> {
  for (;;) {
    const last = await lastCheckpoint(db);
    const next = await endOfStretch(db, last?.upto_transaction ?? 0, given.upto);
    if (next === null || next.transactions < given.least) return last;
    await sql`
      select take_ledger_checkpoint(${last?.id ?? 0}::bigint, ${next.upto}::bigint, ${given.now}::timestamptz)`.execute(
      db,
    );
  }
}

async function endOfStretch(
  db: Kysely<DB>,
  after: number,
  upto: number,
): Promise<{ upto: number; transactions: number } | null> {
  const { rows } = await sql<{ upto: number | null; transactions: number }>`
    select max(id) as upto, count(*) as transactions from (
      select id from ledger_transaction where id > ${after}::bigint and id <= ${upto}::bigint
      order by id limit ${rules.checkpoint_maximum}
    ) as stretch`.execute(db);
  const [row] = rows;
  return row && row.upto !== null ? { upto: row.upto, transactions: row.transactions } : null;
}
