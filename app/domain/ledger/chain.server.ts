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

/** Mails the chain's head to every operator, once a day: a copy that who has the database cannot change. */
export async function mailChainHead(services: {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}): Promise<void> {
  const now = services.clock();
  const day = businessDate(now);
  const head = await chainHead(services.db);
  if (!head) return;
  await services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(distinct row_id) as count from chain_entries where id <= ${head.id}::bigint group by kind`.execute(
      trx,
    );
    const count = (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0;
    const params = {
      ...{ day, hash: head.hash, entries_count: head.id, checkpoints_count: count("CHECKPOINT") },
      ...{ destinations_count: count("DESTINATION"), batches_count: count("BATCH") },
      ...{ acts_count: count("ACT"), statements_count: count("STATEMENT") },
    };
    for (const { id, email, locale } of await listActors(trx, { withLeft: false }))
      await queueMail(trx, services, {
        ...{ dedupe_key: `chain-head:${day}:${id}`, template: "chain_head", locale, recipient: email },
        ...{ user_id: id, params, now },
      });
  });
}
