import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { daysBefore } from "../calendar/days-before.ts";
import { slideThirtyDays } from "./thirty-days.server.ts";

/** The day that is over, Europe/Berlin. */
function yesterdayOf(now: Date): string {
  return daysBefore(businessDate(now), 1);
}

/**
 * The job of a new day, whenever it runs: the window of thirty days moves on, and where everybody stood when yesterday
 * ended is kept. Once that is there, it does nothing until the next day.
 */
export async function turnRankDay(db: Kysely<DB>, now: Date): Promise<void> {
  if (await hasLastRanks(db, yesterdayOf(now))) return;
  await slideThirtyDays(db, now);
  await keepLastRanks(db, now);
}

/**
 * Keeps the ranks with which yesterday ended, of each range, made of the days up to yesterday; those of the day before go.
 * Repeating it changes nothing.
 */
export async function keepLastRanks(db: Kysely<DB>, now: Date): Promise<void> {
  const day = yesterdayOf(now);
  await db.transaction().execute(async (trx) => {
    await sql`lock table leaderboard_ranks, grouplist_ranks in share row exclusive mode`.execute(trx);
    if (await hasLastRanks(trx, day)) return;
    await sql`delete from leaderboard_ranks`.execute(trx);
    await sql`
      insert into leaderboard_ranks (range, creator_id, day, rank)
      select range, creator_id, ${day}::date, rank() over (partition by range order by sum(r.amount_eur_minor) desc)
      from ${rangesUpTo(day)} join leaderboard_totals r on r.period = 'DAY' and r.is_listed
        and r.period_start between first_day and ${day}::date
      group by range, creator_id having sum(r.amount_eur_minor) > 0`.execute(trx);
    await sql`delete from grouplist_ranks`.execute(trx);
    await sql`
      insert into grouplist_ranks (range, grouplist_id, day, rank)
      select range, grouplist_id, ${day}::date, rank() over (partition by range order by sum(r.ranked_eur_minor) desc)
      from ${rangesUpTo(day)} join grouplist_totals r on r.period = 'DAY' and r.is_listed
        and r.period_start between first_day and ${day}::date
      group by range, grouplist_id having sum(r.ranked_eur_minor) > 0`.execute(trx);
  });
}

async function hasLastRanks(db: Kysely<DB>, day: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from leaderboard_ranks where day = ${day}::date)
      or exists (select from grouplist_ranks where day = ${day}::date) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Each range with its first day, as it stood on that day. */
function rangesUpTo(day: string) {
  const windowStart = daysBefore(day, productRules.leaderboard.window_days - 1);
  return sql`(values ('day', ${day}::date), ('30days', ${windowStart}::date),
    ('month', date_trunc('month', ${day}::date)::date)) as w (range, first_day)`;
}
