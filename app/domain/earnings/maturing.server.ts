import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { forRows, type RowsOutcome } from "../jobs.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { type Credit, creditOf, released, repaid } from "../ledger/rules/posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { takeFromWaiting, WAITING_KEY } from "../rollups/waiting-totals.server.ts";
import { lockCreators, lockStatus, setStatus } from "../users/user.server.ts";

const BATCH = 500;

/**
 * Due money becomes available, then repays debts; disputed money waits. Concurrent runs share the work; a
 * failing account stops no other (docs/money.md, 3).
 */
export async function releaseDueFunds(db: Kysely<DB>, now: Date): Promise<RowsOutcome> {
  return await forRows<{ id: string; available_at: Date }>({
    size: BATCH,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and (a.available_at, a.id) > (${last.available_at}, ${last.id})` : sql``;
      const { rows } = await sql<{ id: string; available_at: Date }>`
        select a.id, a.available_at from tip_allocations a
        where a.released_at is null and a.available_at <= ${now}::timestamptz and ${NOT_DISPUTED} ${after}
        order by a.available_at, a.id limit ${BATCH}`.execute(db);
      return rows;
    },
    act: (rows) => db.transaction().execute((trx) => releaseBatch(trx, rows, now)),
  });
}

interface DueAllocation {
  id: string;
  creator_id: string;
  currency: string;
  amount_minor: number;
  pending_shard: number | null;
  taken_minor: number;
  pending_minor: number;
  counted_minor: number;
  day: string;
  month: string;
}

const NOT_DISPUTED = sql`not exists (
  select from disputes d where d.payment_id = a.payment_id and d.status = 'OPEN'
)`;

async function releaseBatch(
  trx: Transaction<DB>,
  found: readonly { id: string }[],
  now: Date,
): Promise<number> {
  const { rows: creators } = await sql<{ creator_id: string }>`
    select distinct a.creator_id from tip_allocations a
    where a.id = any(${found.map(({ id }) => id)}::uuid[]) and a.released_at is null`.execute(trx);
  await lockCreators(
    trx,
    creators.map(({ creator_id }) => creator_id),
  );
  const { rows: locked } = await sql<{ id: string }>`
    select a.id from tip_allocations a
    where a.id = any(${found.map(({ id }) => id)}::uuid[]) and a.released_at is null
    order by a.available_at for update of a skip locked`.execute(trx);
  if (locked.length === 0) return 0;
  const { rows: due } = await sql<DueAllocation>`
    select a.id, a.amount_minor, a.pending_shard, a.pending_minor, a.counted_minor,
      ${WAITING_KEY}, (coalesce((
        select sum(h.from_pending_minor) from dispute_holds h join disputes d on d.id = h.dispute_id
        where h.allocation_id = a.id and d.status = 'LOST'
      ), 0) + coalesce((
        select sum(r.from_pending_minor) from refund_parts r join refunds f on f.id = r.refund_id
        where r.allocation_id = a.id and f.status <> 'FAILED'
      ), 0))::bigint as taken_minor
    from tip_allocations a join tips t on t.id = a.tip_id
    where a.id = any(${locked.map((each) => each.id)}::uuid[]) and ${NOT_DISPUTED}
    order by a.available_at, a.id`.execute(trx);
  const amounts = due.map(({ id, amount_minor, taken_minor }) => ({
    id,
    released: amount_minor - taken_minor,
  }));
  await sql`
    update tip_allocations a set released_at = ${now}, pending_minor = 0, released_minor = due.released
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as due (id uuid, released bigint)
    where a.id = due.id`.execute(trx);
  const freed = new Set<string>();
  for (const currency of [...new Set(due.map((allocation) => allocation.currency))].sort()) {
    const own = due.filter((allocation) => allocation.currency === currency);
    for (const creatorId of await releaseInCurrency(trx, own, currency, now)) freed.add(creatorId);
  }
  for (const creatorId of [...freed].sort()) await endChargebackWhenRepaid(trx, creatorId, now);
  await takeFromWaiting(trx, due);
  return due.length;
}

async function releaseInCurrency(
  trx: Transaction<DB>,
  due: readonly DueAllocation[],
  currency: string,
  now: Date,
): Promise<string[]> {
  const creatorIds = [...new Set(due.map((allocation) => allocation.creator_id))];
  const balances = await lockBalances(trx, creatorIds, currency);
  const owed = new Map([...balances].map(([creator, own]) => [creator, own.creator_receivable]));
  const postings = due.flatMap((allocation) => {
    const amount = minor(allocation.amount_minor - allocation.taken_minor);
    const debt = owed.get(allocation.creator_id) ?? 0;
    const repayment = minor(Math.min(amount, debt));
    owed.set(allocation.creator_id, minor(debt - repayment));
    const shard = allocation.pending_shard ?? 0;
    return [released({ ...allocation, shard }, amount, now), repaid(creditOf(allocation), repayment, now)];
  });
  await post(trx, postings, now);
  return creatorIds.filter(
    (creatorId) => (balances.get(creatorId)?.creator_receivable ?? 0) > 0 && owed.get(creatorId) === 0,
  );
}

export async function repayFromAvailable(
  trx: Transaction<DB>,
  credit: Credit,
  credited: Minor,
  now: Date,
): Promise<void> {
  const { creator_id, currency } = credit;
  const own = (await lockBalances(trx, [creator_id], currency)).get(creator_id);
  const repayment = minor(Math.min(credited, own?.creator_receivable ?? 0, own?.creator_available ?? 0));
  if (repayment === 0) return;
  await post(trx, [repaid(credit, repayment, now)], now);
  if (repayment === own?.creator_receivable) await endChargebackWhenRepaid(trx, creator_id, now);
}

/** The caller holds the row alone (docs/money.md, 4). */
export async function endChargebackWhenRepaid(
  trx: Transaction<DB>,
  creatorId: string,
  now: Date,
): Promise<void> {
  // Before the books: debts are made before or after this.
  if ((await lockStatus(trx, creatorId)) !== "CHARGEBACK") return;
  const owing = await trx
    .selectFrom("ledger_account")
    .select("id")
    .where("owner", "=", creatorId)
    .where("code", "=", "creator_receivable")
    .where((eb) => eb("debits", ">", eb.ref("credits")))
    .executeTakeFirst();
  if (!owing) await setStatus(trx, creatorId, "ACTIVE", "chargeback repaid", now);
}
