import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { THIRTY_DAYS_KEY, thirtyDaysStart } from "./thirty-days.server.ts";

/** The row of all time begins nowhere. */
const ALL_KEY = "2000-01-01";

/** What a group's tip adds to what the group got: the whole of it, once. */
interface GroupTipCount {
  grouplist_id: string;
  /** The day that the tip was paid, Europe/Berlin. */
  day: string;
  tips_count: number;
  /** In the group's currency. */
  amount_minor: number;
  /** The same in EUR at that day's rate. */
  amount_eur_minor: number;
}

/**
 * Adds a group's tip to its totals in the transaction that pays it, or takes back what of it has gone
 * (docs/product.md, 8.2). The 30 days count it while its day lies inside the window.
 */
export async function countGroupTip(trx: Kysely<DB>, count: GroupTipCount, now: Date): Promise<void> {
  const { grouplist_id, day, tips_count, amount_minor, amount_eur_minor } = count;
  await sql`
    insert into grouplist_totals as g (grouplist_id, period, period_start, tips_count, amount_minor, amount_eur_minor)
    select ${grouplist_id}::uuid, period, period_start, ${tips_count}::int, ${amount_minor}::bigint, ${amount_eur_minor}::bigint
    from (values ('30DAYS', ${THIRTY_DAYS_KEY}::date), ('ALL', ${ALL_KEY}::date), ('DAY', ${day}::date),
      ('MONTH', date_trunc('month', ${day}::date)::date)) as p (period, period_start)
    where period <> '30DAYS' or ${day}::date >= ${thirtyDaysStart(now)}::date
    order by period
    on conflict (grouplist_id, period, period_start) do update set
      tips_count = g.tips_count + excluded.tips_count,
      amount_minor = g.amount_minor + excluded.amount_minor,
      amount_eur_minor = g.amount_eur_minor + excluded.amount_eur_minor`.execute(trx);
}

/** Of a group's tip, what is counted by its shares now; null for a payment that is no group's. */
export async function countedOfGroupTip(trx: Kysely<DB>, paymentId: string): Promise<GroupTipCount | null> {
  const { rows } = await sql<GroupTipCount>`
    select t.grouplist_id, min((t.paid_at at time zone 'Europe/Berlin')::date)::text as day,
      (sum(a.counted_minor) > 0)::int as tips_count, sum(a.counted_minor)::bigint as amount_minor,
      sum(a.worth_eur_minor * a.counted_minor / a.amount_minor)::bigint as amount_eur_minor
    from tip_allocations a join tips t on t.id = a.tip_id
    where a.payment_id = ${paymentId}::uuid and t.grouplist_id is not null
    group by t.grouplist_id`.execute(trx);
  return rows[0] ?? null;
}

/** Counts a group's tip for what is left of it, `before` being what was counted until now. */
export async function recountGroupTip(
  trx: Kysely<DB>,
  paymentId: string,
  before: GroupTipCount,
  now: Date,
): Promise<void> {
  const after = await countedOfGroupTip(trx, paymentId);
  if (!after || after.amount_minor === before.amount_minor) return;
  const change = {
    tips_count: after.tips_count - before.tips_count,
    amount_minor: after.amount_minor - before.amount_minor,
    amount_eur_minor: after.amount_eur_minor - before.amount_eur_minor,
  };
  await countGroupTip(trx, { ...after, ...change }, now);
}

/** The totals of groups, but the sliding window, made of `shares` (check-rollups.server.ts). */
export const GROUP_TOTALS = {
  table: "grouplist_totals",
  columns: "grouplist_id, period, period_start, tips_count, amount_minor, amount_eur_minor",
  kept: sql`period <> '30DAYS'`,
  computed: sql`
    select grouplist_id, period, period_start, sum(tips)::bigint, sum(amount_minor)::bigint, sum(amount_eur_minor)::bigint
    from (
      select grouplist_id, day, (sum(amount_minor) > 0)::int as tips, sum(amount_minor) as amount_minor,
        sum(amount_eur_minor) as amount_eur_minor
      from shares where grouplist_id is not null group by grouplist_id, group_tip_id, day
    ) as given cross join lateral (values
      ('ALL', ${sql.lit(ALL_KEY)}::date), ('DAY', day), ('MONTH', date_trunc('month', day)::date)) as p (period, period_start)
    group by grouplist_id, period, period_start`,
};
