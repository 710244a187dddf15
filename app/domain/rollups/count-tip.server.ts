import { sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { thirtyDaysStart } from "./thirty-days.server.ts";

/** What one tip adds to what its creator has got. */
interface TipCount {
  creator_id: string;
  /** The day that the tip was paid, Europe/Berlin. */
  day: string;
  paid_at: Date;
  /** The day on which it becomes available; null where it is so at once. */
  available_day: string | null;
  currency: string;
  amount_minor: number;
  /** The same in EUR at that day's rate. */
  amount_eur_minor: number;
  type: string;
  country: string;
  /** What it was given for, "" for nothing; "group:{id}" for a share of a group's tip. */
  item: string;
  /** In hexadecimal digits; "" for a tip without an address. */
  fan_key: string;
  /** False for what creators give themselves. */
  is_ranked: boolean;
}

/**
 * Adds a tip to the roll-ups and the rank tables in the transaction that pays it (docs/product.md, 8.1 and 8.2), in one
 * statement. The 30 days count it while its day lies inside the window. What cannot be written of the ranks is left out: the
 * tip is counted all the same, and the check of the roll-ups names the difference.
 */
export async function countTip(trx: Transaction<DB>, counts: readonly TipCount[], now: Date): Promise<void> {
  await addCounts(trx, { counts: JSON.stringify(counts), window_start: thirtyDaysStart(now) });
}

// Tips without an address share one row, which would be written to an index anew with each of them: its time is its
// day's. The tables are written in the order in which recount-tip.server.ts writes them: no two wait for each other.
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
