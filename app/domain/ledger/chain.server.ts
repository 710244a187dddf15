import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { queueMail } from "../../mail/mail.server.ts";
import { listActors } from "../audit/audit.server.ts";
import { businessDate } from "../calendar/business-date.ts";

/** An entry of the chain, and its hash, in hexadecimal, which is of all entries up to it. */
export interface ChainEntry {
  id: number;
  hash: string;
  at: Date;
}

/** The last entry of the chain (docs/money.md, 4); null before the first. */
export async function chainHead(db: Kysely<DB>): Promise<ChainEntry | null> {
  const row = await db
    .selectFrom("chain_entries")
    .select(["id", "hash", "at"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, hash: row.hash.toString("hex") } : null;
}

/** The entry that was the head when somebody noted this hash; null when the chain has none such. */
export async function findInChain(db: Kysely<DB>, hash: string): Promise<ChainEntry | null> {
  const row = await db
    .selectFrom("chain_entries")
    .select(["id", "hash", "at"])
    .where("hash", "=", Buffer.from(hash, "hex"))
    .executeTakeFirst();
  return row ? { ...row, hash: row.hash.toString("hex") } : null;
}

/**
 * Mails the chain's head to every operator, once a day: a copy that who has the database cannot change. It says so when the
 * chain is empty, or lacks a head that a check has seen.
 */
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
    for (const { id, email, locale } of await listActors(trx, { withLeft: false }))
      await queueMail(trx, services, {
        ...{ dedupe_key: `chain-head:${day}:${id}`, template: "chain_head", locale, recipient: email },
        ...{ user_id: id, params, now },
      });
  });
}

/** The last head that a check saw, where the chain has it no more. */
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
