import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar/business-date.ts";

/** The 30-day window has one row a creator: it slides, so it has no start of its own. */
const THIRTY_DAYS_KEY = "2000-01-01";

/** What one tip adds to a creator's days and ranks. */
export interface TipCount {
  creator_id: string;
  /** The day that the tip was paid, Europe/Berlin. */
  day: string;
  currency: string;
  amount_minor: number;
  /** The same in EUR at that day's rate. */
  amount_eur_minor: number;
}

/**
 * Adds a tip to the daily roll-ups and the rank tables in the transaction that pays it (docs/product.md, 8.1).
 * The 30 days count it while its day lies inside the window.
 */
export async function countTip(trx: Transaction<DB>, counts: readonly TipCount[], now: Date): Promise<void> {
  await addCounts(trx, { counts: JSON.stringify(counts), window_start: thirtyDaysStart(now) });
}

const addCounts = hotQuery(
  "add-tip-counts",
  { counts: parameter<string>(), window_start: parameter<string>() },
  (_db, given) => sql`
    with counted as (
      select * from jsonb_to_recordset(${given("counts")}::jsonb) as c
        (creator_id uuid, day date, currency text, amount_minor bigint, amount_eur_minor bigint)
    ), days as (
      insert into daily_tip_totals as d (creator_id, day, currency, tips_count, amount_minor, amount_eur_minor)
      select creator_id, day, currency, 1, amount_minor, amount_eur_minor from counted order by creator_id
      on conflict (creator_id, day, currency) do update set
        tips_count = d.tips_count + excluded.tips_count,
        amount_minor = d.amount_minor + excluded.amount_minor,
        amount_eur_minor = d.amount_eur_minor + excluded.amount_eur_minor
    )
    insert into leaderboard_totals as r (period, period_start, creator_id, tips_count, amount_eur_minor)
    select period, period_start, creator_id, count(*), sum(amount_eur_minor)
    from counted cross join lateral (values
      ('MONTH', date_trunc('month', day)::date), ('DAY', day), ('30DAYS', ${sql.lit(THIRTY_DAYS_KEY)}::date)
    ) as p (period, period_start)
    where period <> '30DAYS' or day >= ${given("window_start")}::date
    group by period, period_start, creator_id
    order by period, period_start, creator_id
    on conflict (period, period_start, creator_id) do update set
      tips_count = r.tips_count + excluded.tips_count,
      amount_eur_minor = r.amount_eur_minor + excluded.amount_eur_minor`,
);

/** Takes a tip back that was counted: a refund or a lost dispute. */
export async function uncountTip(
  trx: Transaction<DB>,
  counts: readonly TipCount[],
  now: Date,
): Promise<void> {
  const windowStart = thirtyDaysStart(now);
  for (const count of counts) {
    await sql`
      with days as (
        update daily_tip_totals set tips_count = tips_count - 1, amount_minor = amount_minor - ${count.amount_minor}::bigint,
          amount_eur_minor = amount_eur_minor - ${count.amount_eur_minor}::bigint
        where creator_id = ${count.creator_id}::uuid and day = ${count.day}::date and currency = ${count.currency}
      ), held as (
        -- In the order in which counting writes them: neither waits for the other in a circle.
        select period, period_start from leaderboard_totals
        where creator_id = ${count.creator_id}::uuid and (
          (period = 'MONTH' and period_start = date_trunc('month', ${count.day}::date)::date)
          or (period = 'DAY' and period_start = ${count.day}::date)
          or (period = '30DAYS' and period_start = ${THIRTY_DAYS_KEY}::date and ${count.day}::date >= ${windowStart}::date)
        )
        order by period, period_start for no key update
      )
      update leaderboard_totals r set tips_count = r.tips_count - 1, amount_eur_minor = r.amount_eur_minor - ${count.amount_eur_minor}::bigint
      from held
      where r.creator_id = ${count.creator_id}::uuid and r.period = held.period and r.period_start = held.period_start`.execute(
      trx,
    );
  }
}

function thirtyDaysStart(now: Date): string {
  return businessDate(new Date(now.getTime() - 29 * 86_400_000));
}

/** The daily job: the 30-day window is made anew from the days, so that what left it is gone. */
export async function slideThirtyDays(db: Kysely<DB>, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table leaderboard_totals in share row exclusive mode`.execute(trx);
    await trx.deleteFrom("leaderboard_totals").where("period", "=", "30DAYS").execute();
    await sql`
      insert into leaderboard_totals (period, period_start, creator_id, tips_count, amount_eur_minor)
      select '30DAYS', ${THIRTY_DAYS_KEY}::date, creator_id, sum(tips_count), sum(amount_eur_minor)
      from daily_tip_totals where day >= ${thirtyDaysStart(now)}::date group by creator_id`.execute(trx);
  });
}
