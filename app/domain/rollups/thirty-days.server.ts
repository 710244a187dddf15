import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore } from "../calendar.ts";
import { CREATOR_IS_LISTED, dropEmptyWaiting, GROUP_IS_LISTED } from "./waiting-totals.server.ts";

/** The window has no fixed start. */
export const THIRTY_DAYS_KEY = "2000-01-01";

export function thirtyDaysStart(now: Date): string {
  return daysBefore(businessDate(now), productRules.leaderboard.window_days - 1);
}

export async function slideThirtyDays(db: Kysely<DB>, now: Date): Promise<void> {
  await dropEmptyWaiting(db, now);
  await db.transaction().execute(async (trx) => {
    await sql`lock table leaderboard_totals in share row exclusive mode`.execute(trx);
    await makeThirtyDays(trx, now);
  });
  await db.transaction().execute(async (trx) => {
    await sql`lock table grouplist_totals in share row exclusive mode`.execute(trx);
    await makeGroupsThirtyDays(trx, now);
  });
}

/** The caller locks the table. */
export async function makeThirtyDays(trx: Transaction<DB>, now: Date): Promise<void> {
  await trx.deleteFrom("leaderboard_totals").where("period", "=", "30DAYS").execute();
  await sql`
    insert into leaderboard_totals (period, period_start, creator_id, tips_count, amount_eur_minor, is_listed)
    select '30DAYS', ${THIRTY_DAYS_KEY}::date, u.id, sum(r.tips_count), sum(r.amount_eur_minor), ${CREATOR_IS_LISTED}
    from leaderboard_totals r join users u on u.id = r.creator_id
    where r.period = 'DAY' and r.period_start >= ${thirtyDaysStart(now)}::date group by u.id`.execute(trx);
}

/** The caller locks the table. */
export async function makeGroupsThirtyDays(trx: Transaction<DB>, now: Date): Promise<void> {
  await trx.deleteFrom("grouplist_totals").where("period", "=", "30DAYS").execute();
  await sql`
    insert into grouplist_totals
      (grouplist_id, period, period_start, tips_count, amount_minor, ranked_tips_count, ranked_eur_minor, is_listed)
    select g.id, '30DAYS', ${THIRTY_DAYS_KEY}::date, sum(t.tips_count), sum(t.amount_minor), sum(t.ranked_tips_count),
      sum(t.ranked_eur_minor), ${GROUP_IS_LISTED}
    from grouplist_totals t join grouplists g on g.id = t.grouplist_id
    where t.period = 'DAY' and t.period_start >= ${thirtyDaysStart(now)}::date group by g.id`.execute(trx);
}

function yesterdayOf(now: Date): string {
  return daysBefore(businessDate(now), 1);
}

/** Once a day: moves the window, keeps yesterday's ranks. */
export async function turnRankDay(db: Kysely<DB>, now: Date): Promise<void> {
  if (await hasLastRanks(db, yesterdayOf(now))) return;
  await slideThirtyDays(db, now);
  await keepLastRanks(db, now);
}

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

function rangesUpTo(day: string) {
  const windowStart = daysBefore(day, productRules.leaderboard.window_days - 1);
  return sql`(values ('day', ${day}::date), ('30days', ${windowStart}::date),
    ('month', date_trunc('month', ${day}::date)::date)) as w (range, first_day)`;
}
