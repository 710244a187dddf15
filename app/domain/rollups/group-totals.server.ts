import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { GROUP_IS_LISTED } from "./counted-shares.ts";
import { thirtyDaysStart } from "./thirty-days.server.ts";

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
  /** By what of it the group ranks, in EUR at that day's rate: nothing of what its own members give. */
  ranked_tips_count: number;
  ranked_eur_minor: number;
}

/**
 * Adds a group's tip to its totals in the transaction that pays it, or takes back what of it has gone
 * (docs/product.md, 8.2). The 30 days count it while its day lies inside the window.
 */
export async function countGroupTip(trx: Kysely<DB>, count: GroupTipCount, now: Date): Promise<void> {
  await sql`
    select add_to_group_totals(${count.grouplist_id}::uuid, ${count.day}::date, ${count.tips_count}::int,
      ${count.amount_minor}::bigint, ${count.ranked_tips_count}::int, ${count.ranked_eur_minor}::bigint,
      ${thirtyDaysStart(now)}::date)`.execute(trx);
}

/** Of a group's tip, what is counted by its shares now; null for a payment that is no group's. */
export async function countedOfGroupTip(trx: Kysely<DB>, paymentId: string): Promise<GroupTipCount | null> {
  const { rows } = await sql<GroupTipCount>`
    select t.grouplist_id, min((t.paid_at at time zone 'Europe/Berlin')::date)::text as day,
      (sum(a.counted_minor) > 0)::int as tips_count, sum(a.counted_minor)::bigint as amount_minor,
      (g.is_ranked and sum(a.counted_minor) > 0)::int as ranked_tips_count,
      case when g.is_ranked then sum(a.worth_eur_minor * a.counted_minor / a.amount_minor) else 0 end::bigint
        as ranked_eur_minor
    from tip_allocations a join tips t on t.id = a.tip_id join tips g on g.id = t.group_tip_id
    where a.payment_id = ${paymentId}::uuid
    group by t.grouplist_id, g.id`.execute(trx);
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
    ranked_tips_count: after.ranked_tips_count - before.ranked_tips_count,
    ranked_eur_minor: after.ranked_eur_minor - before.ranked_eur_minor,
  };
  await countGroupTip(trx, { ...after, ...change }, now);
}

/** The totals of groups, but the sliding window, made of `shares` (check-rollups.server.ts). */
export const GROUP_TOTALS = {
  table: "grouplist_totals",
  columns: `grouplist_id, period, period_start, tips_count, amount_minor, ranked_tips_count, ranked_eur_minor,
    is_listed`,
  kept: sql`period <> '30DAYS'`,
  computed: sql`
    select g.id, period, period_start, sum(tips)::bigint, sum(amount_minor)::bigint, sum(tips * ranked)::bigint,
      sum(amount_eur_minor * ranked)::bigint, ${GROUP_IS_LISTED}
    from (
      select grouplist_id, day, (sum(amount_minor) > 0)::int as tips, sum(amount_minor) as amount_minor,
        sum(amount_eur_minor) as amount_eur_minor, bool_and(is_group_ranked)::int as ranked
      from shares where grouplist_id is not null group by grouplist_id, group_tip_id, day
    ) as given join grouplists g on g.id = given.grouplist_id cross join lateral (values
      ('ALL', ${sql.lit(ALL_KEY)}::date), ('DAY', day), ('MONTH', date_trunc('month', day)::date)) as p (period, period_start)
    group by g.id, period, period_start`,
};
