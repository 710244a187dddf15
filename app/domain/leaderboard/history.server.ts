import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import type { CreatorPlace } from "./creators.server.ts";
import type { Interval } from "./leaderboard.schema.ts";

type PastPlace = Omit<CreatorPlace, "movement" | "is_online" | "country">;

/** A day, week or month that is over, with those who were first in it. */
export interface PastPeriod {
  /** Its first day, "2026-11-01"; a week begins on Monday. */
  first_day: string;
  places: PastPlace[];
}

/**
 * The top creators of the last periods that are over, the latest first; one without any is left out. Who left the
 * leaderboard is not there any more, for the past either. One query, a few rows of the index for each period.
 */
export async function listHistory(db: Kysely<DB>, interval: Interval, now: Date): Promise<PastPeriod[]> {
  const { periods, shown } = productRules.leaderboard.history;
  const today = businessDate(now);
  const { rows } = await sql<PastPlace & { first_day: string }>`
    select past.first_day::text as first_day, top.rank::int as rank, top.tips_count, u.id,
      coalesce(u.username, '') as username, coalesce(u.name, u.username, '') as name, u.avatar_id
    from generate_series(1, ${periods}::int) as n
      cross join lateral (select (date_trunc(${interval}::text, ${today}::timestamp)
        - n * ('1 ' || ${interval}::text)::interval)::date as first_day) as past
      cross join lateral (
        select creator_id, tips_count, amount_eur_minor, rank() over (order by amount_eur_minor desc) as rank
        from (
          select creator_id, tips_count, amount_eur_minor from leaderboard_totals
          where period = ${interval.toUpperCase()} and period_start = past.first_day and is_listed and amount_eur_minor > 0
          order by amount_eur_minor desc, creator_id limit ${shown}::int
        ) as best
      ) as top
      join users u on u.id = top.creator_id
    order by past.first_day desc, top.amount_eur_minor desc, top.creator_id`.execute(db);
  const found = new Map<string, PastPlace[]>();
  for (const { first_day, ...place } of rows) found.set(first_day, [...(found.get(first_day) ?? []), place]);
  return [...found].map(([first_day, places]) => ({ first_day, places }));
}
