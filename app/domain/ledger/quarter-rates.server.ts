import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { lastDayOf, quarterOf } from "./quarters.ts";

/**
 * Units per euro by quarter and currency: of the quarter's last day or, where the ECB published none on it, of the next
 * day of publication. Before there is one the latest serves, and the currency is named as early.
 */
export async function ratesAtEnds(
  db: Kysely<DB>,
  quarters: readonly string[],
): Promise<{ of: Map<string, string>; early: string[] }> {
  const { rows } = await sql<{ day: string; currency: string; units_per_euro: string; is_early: boolean }>`
    select e.day::text as day, c.code as currency, r.units_per_euro::text as units_per_euro, r.is_early
    from unnest(${quarters.map(lastDayOf)}::date[]) as e(day) cross join currencies c
    cross join lateral (
      select * from (
        (select units_per_euro, false as is_early from reference_rates
          where currency = c.code and rate_date >= e.day order by rate_date limit 1)
        union all
        (select units_per_euro, true from reference_rates where currency = c.code order by rate_date desc limit 1)
      ) as either order by is_early limit 1
    ) as r`.execute(db);
  return {
    of: new Map(rows.map((row) => [`${quarterOf(row.day)} ${row.currency}`, row.units_per_euro])),
    early: [...new Set(rows.filter(({ is_early }) => is_early).map(({ currency }) => currency))],
  };
}
