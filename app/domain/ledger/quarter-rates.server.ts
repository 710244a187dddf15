import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { lastDayOf, quarterOf } from "./quarters.ts";

/**
 * Units per euro by quarter and currency: of the quarter's last day or, where the ECB published none on it, of the next
 * day of publication. Before there is one the latest serves, and the currency is named as early. Once the quarter's last
 * month is closed and there is one, it stays: a rate that is recorded later changes nothing.
 */
export async function ratesAtEnds(
  db: Kysely<DB>,
  quarters: readonly string[],
): Promise<{ of: Map<string, string>; early: string[] }> {
  const { rows } = await sql<{ day: string; currency: string; units_per_euro: string; is_early: boolean }>`
    select e.day::text as day, c.code as currency, r.units_per_euro::text as units_per_euro, r.is_early
    from unnest(${quarters.map(lastDayOf)}::date[]) as e(day)
    left join journal_months j on j.month = date_trunc('month', e.day)
    cross join currencies c
    cross join lateral (
      select greatest(coalesce(j.closed_at, 'infinity'), min(coalesce(recorded_at, '-infinity'))) as at
      from reference_rates where currency = c.code and rate_date >= e.day
    ) as known
    cross join lateral (
      select * from (
        (select units_per_euro, false as is_early from reference_rates
          where currency = c.code and rate_date >= e.day and coalesce(recorded_at, '-infinity') <= known.at
          order by rate_date limit 1)
        union all
        (select units_per_euro, true from reference_rates where currency = c.code order by rate_date desc limit 1)
      ) as either order by is_early limit 1
    ) as r`.execute(db);
  return {
    of: new Map(rows.map((row) => [`${quarterOf(row.day)} ${row.currency}`, row.units_per_euro])),
    early: [...new Set(rows.filter(({ is_early }) => is_early).map(({ currency }) => currency))],
  };
}
