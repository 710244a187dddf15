import { type Expression, type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore } from "../calendar.ts";
import { convert, crossRate } from "../money/fee.ts";
import { type Minor, minor } from "../money/minor.ts";

export interface ReferenceRate {
  units_per_euro: string;
  rate_date: string;
}

interface Converted {
  amount_minor: Minor;
  currency: string;
  rate: string;
  rate_date: string;
}

/** Each currency's latest up to a day; before the first, the earliest. EUR is 1 (docs/product.md, 3.2). */
export async function ratesOn(db: Kysely<DB>, day: string): Promise<Map<string, ReferenceRate>> {
  return byCurrency(await latestRates(db, { day }), day);
}

export async function ratesKnownAt(
  db: Kysely<DB>,
  day: string,
  moment: Date,
): Promise<Map<string, ReferenceRate>> {
  const known = sql`and coalesce(recorded_at, '-infinity') <= ${moment}::timestamptz`;
  const { rows } = await latestOn(sql<string>`${day}`, known).execute(db);
  return byCurrency(rows, day);
}

type RateRow = ReferenceRate & { currency: string };

function byCurrency(rows: readonly RateRow[], day: string): Map<string, ReferenceRate> {
  const rates = new Map(rows.map(({ currency, ...rate }) => [currency, rate]));
  rates.set("EUR", { units_per_euro: "1", rate_date: day });
  return rates;
}

const latestRates = hotQuery("latest-rates", { day: parameter<string>() }, (_db, given) =>
  latestOn(given("day")),
);

/** One index look-up per currency. */
function latestOn(day: Expression<string>, known = sql``) {
  return sql<RateRow>`
    select c.code as currency, r.units_per_euro::text as units_per_euro, r.rate_date
    from currencies c cross join lateral (
      select * from (
        (select units_per_euro, rate_date, 1 as choice from reference_rates
          where currency = c.code and rate_date <= ${day}::date ${known} order by rate_date desc limit 1)
        union all
        (select units_per_euro, rate_date, 2 from reference_rates
          where currency = c.code order by rate_date limit 1)
      ) as either order by choice limit 1
    ) as r`;
}

/** Half up. Null without a rate or, in live mode, one older than 7 days. */
export function convertAtRates(
  amount: Minor,
  from: string,
  to: string,
  rates: ReadonlyMap<string, ReferenceRate>,
  freshSince: string | null,
): Converted | null {
  const source = rates.get(from);
  const target = rates.get(to);
  if (!source || !target) return null;
  const rateDate = source.rate_date < target.rate_date ? source.rate_date : target.rate_date;
  if (from === to) return { amount_minor: amount, currency: to, rate: "1", rate_date: rateDate };
  if (freshSince !== null && rateDate < freshSince) return null;
  const rate = crossRate(source.units_per_euro, target.units_per_euro);
  return { amount_minor: minor(convert(amount, from, to, rate)), currency: to, rate, rate_date: rateDate };
}

export function oldestUsableRate(now: Date): string {
  return businessDate(new Date(now.getTime() - productRules.reference_rate_days_maximum * 86_400_000));
}

/** In one query. */
export async function vatAndRatesOn(
  db: Kysely<DB>,
  country: string,
  day: string,
): Promise<{ vat_rate_bps: number; rates: Map<string, ReferenceRate> }> {
  const [row] = await vatAndRates(db, { country, day });
  return { vat_rate_bps: row?.rate_bps ?? 0, rates: byCurrency(row?.rates ?? [], day) };
}

const vatAndRates = hotQuery(
  "vat-and-rates",
  { country: parameter<string>(), day: parameter<string>() },
  (_db, given) => sql<{ rate_bps: number | null; rates: RateRow[] | null }>`
    select
      (select rate_bps from vat_rates where country = ${given("country")} and valid_from <= ${given("day")}::date
        order by valid_from desc limit 1) as rate_bps,
      (select json_agg(latest) from (${latestOn(given("day"))}) as latest) as rates`,
);

/** For ranks and limits, at the day's rate. */
export async function euroValue(
  trx: Transaction<DB>,
  amount: Minor,
  currency: string,
  day: string,
): Promise<Minor> {
  if (currency === "EUR") return amount;
  const converted = convertAtRates(amount, currency, "EUR", await ratesOn(trx, day), null);
  return converted?.amount_minor ?? minor(0);
}

const DAY_MS = 86_400_000;

interface RateAge {
  currency: string;
  units_per_euro: string;
  rate_date: string;
  days: number;
  /** Older than weekends and holidays explain. */
  is_old: boolean;
}

/** docs/product.md, 3.2. */
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

/** Each once, also across processes. */
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
