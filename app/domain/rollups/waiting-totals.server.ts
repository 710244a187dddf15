import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar.ts";
import { type Minor, minor } from "../money/minor.ts";

export const GONE_BACK = sql<number>`(
  coalesce((select sum(r.amount_minor) from refund_parts r join refunds f on f.id = r.refund_id
    where r.allocation_id = a.id and f.status = 'DONE'), 0)
  + coalesce((select sum(h.claimed_minor) from dispute_holds h join disputes d on d.id = h.dispute_id
    where h.allocation_id = a.id and d.status = 'LOST'), 0))::bigint`;

export const SHARE_FACTS = sql`a.creator_id, a.is_ranked, a.currency, (t.paid_at at time zone 'Europe/Berlin')::date as day, t.paid_at,
  coalesce(t.fan_key, '') as fan_key, p.type, p.country, coalesce(t.item_name, 'group:' || t.grouplist_id, '') as item`;

export const GONE_FROM_PENDING = sql<number>`(
  coalesce((select sum(r.from_pending_minor) from refund_parts r join refunds f on f.id = r.refund_id
    where r.allocation_id = a.id and f.status <> 'FAILED'), 0)
  + coalesce((select sum(h.from_pending_minor) from dispute_holds h join disputes d on d.id = h.dispute_id
    where h.allocation_id = a.id and d.status in ('OPEN', 'LOST')), 0))::bigint`;

export const WAITING_KEY = sql`a.creator_id, a.currency, (a.available_at at time zone 'Europe/Berlin')::date as day,
  date_trunc('month', t.paid_at at time zone 'Europe/Berlin')::date as month`;

/** As the database's triggers. */
export const CREATOR_IS_LISTED = sql<boolean>`(u.status = 'ACTIVE' and u.ranking_enabled_at is not null)`;

export const GROUP_IS_LISTED = sql<boolean>`(
  g.status = 'APPROVED' and g.ranking_enabled_at is not null and g.archived_at is null)`;

/** Last in a transaction, to avoid deadlocks. */
export async function recountWaiting(trx: Transaction<DB>, paymentId: string): Promise<void> {
  await sql`
    with found as (
      select a.id, a.pending_minor as before, a.amount_minor - ${GONE_FROM_PENDING} as after, ${WAITING_KEY}
      from tip_allocations a join tips t on t.id = a.tip_id
      where a.payment_id = ${paymentId}::uuid and a.released_at is null
    ), change as materialized (
      select * from found where after <> before order by creator_id, currency, day, month
    ), noted as (
      update tip_allocations a set pending_minor = c.after from change c where a.id = c.id
    )
    insert into waiting_totals as w (creator_id, currency, day, month, amount_minor, counted_minor)
    select creator_id, currency, day, month, after - before, 0 from change
    on conflict (creator_id, currency, day, month) do update set
      amount_minor = w.amount_minor + excluded.amount_minor`.execute(trx);
}

interface ReleasedShare {
  creator_id: string;
  currency: string;
  day: string;
  month: string;
  pending_minor: number;
  counted_minor: number;
}

/** Last in a transaction, to avoid deadlocks. */
export async function takeFromWaiting(trx: Transaction<DB>, shares: readonly ReleasedShare[]): Promise<void> {
  const gone = shares.map(({ creator_id, currency, day, month, pending_minor, counted_minor }) => ({
    ...{ creator_id, currency, day, month, pending_minor, counted_minor },
  }));
  await sql`
    with gone as materialized (
      select creator_id, currency, day, month, sum(pending_minor)::bigint as pending, sum(counted_minor)::bigint as counted
      from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as s (creator_id uuid, currency text, day date, month date,
        pending_minor bigint, counted_minor bigint)
      group by creator_id, currency, day, month
    ), held as materialized (
      select w.creator_id, w.currency, w.day, w.month, g.pending, g.counted
      from waiting_totals w join gone g using (creator_id, currency, day, month)
      order by w.creator_id, w.currency, w.day, w.month for no key update of w
    )
    update waiting_totals w set amount_minor = w.amount_minor - h.pending, counted_minor = w.counted_minor - h.counted
    from held h where w.creator_id = h.creator_id and w.currency = h.currency and w.day = h.day and w.month = h.month`.execute(
    trx,
  );
}

/** Skips locked rows. */
export async function dropEmptyWaiting(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    delete from waiting_totals w using (
      select creator_id, currency, day, month from waiting_totals
      where day < ${businessDate(now)}::date and amount_minor = 0 and counted_minor = 0 for update skip locked
    ) as done
    where (w.creator_id, w.currency, w.day, w.month) = (done.creator_id, done.currency, done.day, done.month)`.execute(
    db,
  );
}

export async function listMaturing(
  db: Kysely<DB>,
  creatorId: string,
): Promise<{ currency: string; day: string; amount_minor: Minor }[]> {
  const rows = await db
    .selectFrom("waiting_totals")
    .select(["currency", "day", (eb) => eb.fn.sum<number>("amount_minor").as("amount_minor")])
    .where("creator_id", "=", creatorId)
    .groupBy(["currency", "day"])
    .having((eb) => eb.fn.sum("amount_minor"), ">", 0)
    .orderBy("currency")
    .orderBy("day")
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(Number(row.amount_minor)) }));
}

/** By month of the payment. */
export async function sumWaitingByMonth(
  db: Kysely<DB>,
  creatorId: string,
  currency: string,
): Promise<ReadonlyMap<string, Minor>> {
  const rows = await db
    .selectFrom("waiting_totals")
    .select(["month", (eb) => eb.fn.sum<number>("counted_minor").as("counted_minor")])
    .where("creator_id", "=", creatorId)
    .where("currency", "=", currency)
    .groupBy("month")
    .execute();
  return new Map(rows.map((row) => [row.month.slice(0, 7), minor(Number(row.counted_minor))]));
}
