import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { dropEmptyWaiting } from "./waiting-totals.server.ts";

/** The 30-day window has one row a creator: it slides, so it has no start of its own. */
export const THIRTY_DAYS_KEY = "2000-01-01";

/** The first of the thirty days. */
export function thirtyDaysStart(now: Date): string {
  return businessDate(new Date(now.getTime() - (productRules.leaderboard.window_days - 1) * 86_400_000));
}

/** The daily job: the 30-day window is made anew from the days, so that what left it is gone; so are days that wait for nothing. */
export async function slideThirtyDays(db: Kysely<DB>, now: Date): Promise<void> {
  await dropEmptyWaiting(db, now);
  await db.transaction().execute(async (trx) => {
    await sql`lock table leaderboard_totals in share row exclusive mode`.execute(trx);
    await makeThirtyDays(trx, now);
    await sql`lock table grouplist_totals in share row exclusive mode`.execute(trx);
    await makeGroupsThirtyDays(trx, now);
  });
}

/** Makes the window anew; the caller has locked the table. */
export async function makeThirtyDays(trx: Transaction<DB>, now: Date): Promise<void> {
  await trx.deleteFrom("leaderboard_totals").where("period", "=", "30DAYS").execute();
  await sql`
    insert into leaderboard_totals (period, period_start, creator_id, tips_count, amount_eur_minor)
    select '30DAYS', ${THIRTY_DAYS_KEY}::date, creator_id, sum(tips_count), sum(amount_eur_minor)
    from daily_tip_totals where day >= ${thirtyDaysStart(now)}::date group by creator_id`.execute(trx);
}

/** Makes the groups' window of thirty days anew from their days; the caller has locked the table. */
export async function makeGroupsThirtyDays(trx: Transaction<DB>, now: Date): Promise<void> {
  await trx.deleteFrom("grouplist_totals").where("period", "=", "30DAYS").execute();
  await sql`
    insert into grouplist_totals (grouplist_id, period, period_start, tips_count, amount_minor, amount_eur_minor)
    select grouplist_id, '30DAYS', ${THIRTY_DAYS_KEY}::date, sum(tips_count), sum(amount_minor), sum(amount_eur_minor)
    from grouplist_totals where period = 'DAY' and period_start >= ${thirtyDaysStart(now)}::date
    group by grouplist_id`.execute(trx);
}
