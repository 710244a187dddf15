import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { daysBefore } from "../calendar/days-before.ts";
import { CREATOR_IS_LISTED, GROUP_IS_LISTED } from "./counted-shares.ts";
import { dropEmptyWaiting } from "./waiting-totals.server.ts";

/** The 30-day window has one row a creator: it slides, so it has no start of its own. */
export const THIRTY_DAYS_KEY = "2000-01-01";

/** The first of the thirty days. */
export function thirtyDaysStart(now: Date): string {
  return daysBefore(businessDate(now), productRules.leaderboard.window_days - 1);
}

/** The daily job: the 30-day window is made anew from the days, so that what left it is gone; so are days that wait for nothing. */
export async function slideThirtyDays(db: Kysely<DB>, now: Date): Promise<void> {
  await dropEmptyWaiting(db, now);
  // One table after the other: whoever writes both never waits for this one in a circle.
  await db.transaction().execute(async (trx) => {
    await sql`lock table leaderboard_totals in share row exclusive mode`.execute(trx);
    await makeThirtyDays(trx, now);
  });
  await db.transaction().execute(async (trx) => {
    await sql`lock table grouplist_totals in share row exclusive mode`.execute(trx);
    await makeGroupsThirtyDays(trx, now);
  });
}

/** Makes the window anew of what ranks on each day; the caller has locked the table. */
export async function makeThirtyDays(trx: Transaction<DB>, now: Date): Promise<void> {
  await trx.deleteFrom("leaderboard_totals").where("period", "=", "30DAYS").execute();
  await sql`
    insert into leaderboard_totals (period, period_start, creator_id, tips_count, amount_eur_minor, is_listed)
    select '30DAYS', ${THIRTY_DAYS_KEY}::date, u.id, sum(r.tips_count), sum(r.amount_eur_minor), ${CREATOR_IS_LISTED}
    from leaderboard_totals r join users u on u.id = r.creator_id
    where r.period = 'DAY' and r.period_start >= ${thirtyDaysStart(now)}::date group by u.id`.execute(trx);
}

/** Makes the groups' window of thirty days anew from their days; the caller has locked the table. */
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
