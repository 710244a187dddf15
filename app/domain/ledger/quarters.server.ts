import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { convert, crossRate } from "../money/conversion.ts";
import { minor } from "../money/minor.ts";

/** Such as "2026-Q4". */
export function parseQuarter(text: string | null | undefined): string | null {
  return text && /^[12]\d{3}-Q[1-4]$/.test(text) ? text : null;
}

export function quarterOf(date: string): string {
  const [year = "", month = ""] = date.split("-");
  return `${year}-Q${["01", "04", "07", "10"].findLastIndex((first) => first <= month) + 1}`;
}

export function monthsOf(quarter: string): string[] {
  const [year = "", number = ""] = quarter.split("-Q");
  return [2, 1, 0].map((before) => `${year}-${String(3 * Number(number) - before).padStart(2, "0")}-01`);
}

function lastDayOf(quarter: string): string {
  const [year = "", number = ""] = quarter.split("-Q");
  return new Date(Date.UTC(Number(year), 3 * Number(number), 0)).toISOString().slice(0, 10);
}

/**
 * By "quarter currency": of its last day, else of the next publication. Until then the latest serves, and the
 * currency is in `early`.
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

/** Half up; throws without a rate. */
export function inEuros(amount: number, currency: string, unitsPerEuro: string | undefined): number {
  if (currency === "EUR") return amount;
  if (unitsPerEuro === undefined) throw new Error(`there is no reference rate of ${currency}`);
  const size = convert(minor(Math.abs(amount)), currency, "EUR", crossRate(unitsPerEuro, "1"));
  return amount < 0 ? -size : size;
}
