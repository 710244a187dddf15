import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { daysBefore } from "../calendar/days-before.ts";
import { ratesOn } from "./rates.server.ts";

const DAY_MS = 86_400_000;

/** A currency's rate that holds today, and how old it is. */
export interface RateAge {
  currency: string;
  units_per_euro: string;
  rate_date: string;
  /** Whole days of the calendar; 0 for today's. */
  days: number;
  /** Older than weekends and holidays explain: an operator looks after it. */
  is_old: boolean;
}

/** The rates that hold today, EUR aside, by currency (docs/product.md, 3.2). */
export async function listRateAges(db: Kysely<DB>, now: Date): Promise<RateAge[]> {
  const today = businessDate(now);
  const oldest = oldestExpected(today);
  return [...(await ratesOn(db, today))]
    .filter(([currency]) => currency !== "EUR")
    .map(([currency, { units_per_euro, rate_date }]) => ({
      currency,
      units_per_euro,
      rate_date,
      days: Math.max(0, (Date.parse(today) - Date.parse(rate_date)) / DAY_MS),
      is_old: rate_date < oldest,
    }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

/**
 * Of the given currencies those whose last rate is too old, each told once: it is marked, and a newer rate begins anew.
 * Several processes may ask at once.
 */
export async function alarmOldRates(
  db: Kysely<DB>,
  currencies: readonly string[],
  now: Date,
): Promise<{ currency: string; rate_date: string }[]> {
  const { rows } = await sql<{ currency: string; rate_date: string }>`
    update reference_rates as r set alarmed_at = ${now}
    from (
      select last.* from unnest(${[...currencies]}::text[]) as c (code) cross join lateral (
        select currency, rate_date from reference_rates where currency = c.code order by rate_date desc limit 1
      ) as last
    ) as last
    where r.currency = last.currency and r.rate_date = last.rate_date
      and r.rate_date < ${oldestExpected(businessDate(now))}::date and r.alarmed_at is null
    returning r.currency, r.rate_date`.execute(db);
  return rows.sort((a, b) => a.currency.localeCompare(b.currency));
}

function oldestExpected(today: string): string {
  return daysBefore(today, productRules.reference_rate_alarm_days);
}
