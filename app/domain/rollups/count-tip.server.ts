import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { thirtyDaysStart } from "./thirty-days.server.ts";
import { GONE_BACK, GROUP_IS_LISTED, SHARE_FACTS } from "./waiting-totals.server.ts";

interface TipCount {
  creator_id: string;
  day: string;
  paid_at: Date;
  available_day: string | null;
  currency: string;
  amount_minor: number;
  amount_eur_minor: number;
  type: string;
  country: string;
  /** "" for nothing; "group:{id}" for a group's share. */
  item: string;
  fan_key: string;
  is_ranked: boolean;
}

/** Skips rank errors; the check reports them (docs/product.md, 8.1). */
export async function countTip(trx: Transaction<DB>, counts: readonly TipCount[], now: Date): Promise<void> {
  await addCounts(trx, { counts: JSON.stringify(counts), window_start: thirtyDaysStart(now) });
}

// Tips without an address share a row, dated by day to spare its index. One lock order.
const addCounts = hotQuery(
  "add-tip-counts",
  { counts: parameter<string>(), window_start: parameter<string>() },
  (_db, given) => sql`
    with counted as (
      select *, date_trunc('month', day)::date as month, decode(fan_key, 'hex') as fan
      from jsonb_to_recordset(${given("counts")}::jsonb) as c (creator_id uuid, day date, paid_at timestamptz, currency text,
        amount_minor bigint, amount_eur_minor bigint, type text, country text, item text, fan_key text, available_day date)
    ), waiting as (
      insert into waiting_totals as w (creator_id, currency, day, month, amount_minor, counted_minor)
      select creator_id, currency, available_day, month, amount_minor, amount_minor
      from counted where available_day is not null order by creator_id
      on conflict (creator_id, currency, day, month) do update set
        amount_minor = w.amount_minor + excluded.amount_minor,
        counted_minor = w.counted_minor + excluded.counted_minor
    ), days as (
      insert into daily_tip_totals as d (creator_id, day, currency, tips_count, amount_minor, amount_eur_minor)
      select creator_id, day, currency, 1, amount_minor, amount_eur_minor from counted order by creator_id
      on conflict (creator_id, day, currency) do update set
        tips_count = d.tips_count + excluded.tips_count,
        amount_minor = d.amount_minor + excluded.amount_minor,
        amount_eur_minor = d.amount_eur_minor + excluded.amount_eur_minor
    ), months as (
      insert into monthly_tip_totals as m (creator_id, currency, month, dimension, key, tips_count, amount_minor)
      select creator_id, currency, month, dimension, key, 1, amount_minor
      from counted cross join lateral (values
        ('COUNTRY', country), ('ITEM', item), ('TYPE', type)) as k (dimension, key)
      order by creator_id, dimension
      on conflict (creator_id, currency, month, dimension, key) do update set
        tips_count = m.tips_count + excluded.tips_count,
        amount_minor = m.amount_minor + excluded.amount_minor
    ), fans as (
      insert into fan_totals as f (creator_id, fan_key, currency, tips_count, amount_minor, last_paid_at)
      select creator_id, fan, currency, 1, amount_minor,
        case when fan = '' then day::timestamp at time zone 'Europe/Berlin' else paid_at end
      from counted order by creator_id
      on conflict (creator_id, fan_key, currency) do update set
        tips_count = f.tips_count + excluded.tips_count,
        amount_minor = f.amount_minor + excluded.amount_minor,
        last_paid_at = greatest(f.last_paid_at, excluded.last_paid_at)
      returning creator_id, fan_key, currency, tips_count
    ), fan_sums as (
      insert into fan_counts as n (creator_id, currency, fans_count, returning_count)
      select creator_id, currency, (tips_count = 1)::int, (tips_count = 2)::int
      from fans where fan_key <> '' and tips_count <= 2 order by creator_id
      on conflict (creator_id, currency) do update set
        fans_count = n.fans_count + excluded.fans_count,
        returning_count = n.returning_count + excluded.returning_count
    )
    select add_to_ranks(${given("counts")}::jsonb, ${given("window_start")}::date)`,
);

/**
 * On its original day, month and fan. A part lowers the amount, the last one the count. EUR as counted. The
 * caller holds the payment's lock.
 */
export async function recountTip(trx: Transaction<DB>, paymentId: string, now: Date): Promise<void> {
  const shares = await trx
    .selectFrom("tip_allocations")
    .select("id")
    .where("payment_id", "=", paymentId)
    .orderBy("creator_id")
    .execute();
  const ofGroup = await countedOfGroupTip(trx, paymentId);
  for (const { id } of shares) await recountShare(trx, id, thirtyDaysStart(now));
  if (ofGroup) await recountGroupTip(trx, paymentId, ofGroup, now);
}

async function recountShare(trx: Transaction<DB>, allocationId: string, windowStart: string): Promise<void> {
  await sql`
    with found as (
      select a.id, a.amount_minor, a.worth_eur_minor, a.counted_minor as before, a.amount_minor - ${GONE_BACK} as after,
        ${SHARE_FACTS}, (a.available_at at time zone 'Europe/Berlin')::date as waits_until, a.released_at is null as waits
      from tip_allocations a join tips t on t.id = a.tip_id join payments p on p.id = a.payment_id
      where a.id = ${allocationId}::uuid for no key update of a
    ), change as materialized (
      select *, date_trunc('month', day)::date as month, after - before as minor,
        worth_eur_minor * after / amount_minor - worth_eur_minor * before / amount_minor as eur_minor,
        (after > 0)::int - (before > 0)::int as tips
      from found where after <> before
    ), waiting as (
      insert into waiting_totals as w (creator_id, currency, day, month, amount_minor, counted_minor)
      select creator_id, currency, waits_until, month, 0, minor from change where waits
      on conflict (creator_id, currency, day, month) do update set
        counted_minor = w.counted_minor + excluded.counted_minor
    ), days as (
      update daily_tip_totals d set tips_count = d.tips_count + c.tips, amount_minor = d.amount_minor + c.minor,
        amount_eur_minor = d.amount_eur_minor + c.eur_minor
      from change c where d.creator_id = c.creator_id and d.day = c.day and d.currency = c.currency
    ), held_months as (
      select m.dimension, m.key from monthly_tip_totals m join change c
        on m.creator_id = c.creator_id and m.currency = c.currency and m.month = c.month
        and (m.dimension, m.key) in (('COUNTRY', c.country), ('ITEM', c.item), ('TYPE', c.type))
      order by m.dimension for no key update of m
    ), months as (
      update monthly_tip_totals m set tips_count = m.tips_count + c.tips, amount_minor = m.amount_minor + c.minor
      from change c, held_months h
      where m.creator_id = c.creator_id and m.currency = c.currency and m.month = c.month
        and m.dimension = h.dimension and m.key = h.key
    ), fans as (
      update fan_totals f set tips_count = f.tips_count + c.tips, amount_minor = f.amount_minor + c.minor
      from change c where f.creator_id = c.creator_id and f.fan_key = c.fan_key and f.currency = c.currency
      returning f.creator_id, f.fan_key, f.currency, f.tips_count as after, f.tips_count - c.tips as before
    ), fan_sums as (
      update fan_counts n set
        fans_count = n.fans_count + (f.after > 0)::int - (f.before > 0)::int,
        returning_count = n.returning_count + (f.after > 1)::int - (f.before > 1)::int
      from fans f where n.creator_id = f.creator_id and n.currency = f.currency and f.fan_key <> '' and f.after <> f.before
    ), noted as (
      update tip_allocations a set counted_minor = c.after from change c where a.id = c.id
    )
    select change_ranks(creator_id, day, tips, eur_minor, ${windowStart}::date) from change where is_ranked`.execute(
    trx,
  );
}

const ALL_KEY = "2000-01-01";

interface GroupTipCount {
  grouplist_id: string;
  day: string;
  tips_count: number;
  amount_minor: number;
  /** Without members' own tips. */
  ranked_tips_count: number;
  ranked_eur_minor: number;
}

/** A group tip counts once, whole (docs/product.md, 8.2). */
export async function countGroupTip(trx: Kysely<DB>, count: GroupTipCount, now: Date): Promise<void> {
  await sql`
    select add_to_group_totals(${count.grouplist_id}::uuid, ${count.day}::date, ${count.tips_count}::int,
      ${count.amount_minor}::bigint, ${count.ranked_tips_count}::int, ${count.ranked_eur_minor}::bigint,
      ${thirtyDaysStart(now)}::date)`.execute(trx);
}

async function countedOfGroupTip(trx: Kysely<DB>, paymentId: string): Promise<GroupTipCount | null> {
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

async function recountGroupTip(
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
