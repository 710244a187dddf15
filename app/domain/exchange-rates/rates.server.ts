import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type Expression, type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore, nextTargetDay } from "../calendar.ts";
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

/** Latest up to a day, else the earliest (docs/product.md, 3.2). */
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

/** Half up. Null without a rate, or in live mode one older than 7 days. */
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

/** With the rates of these currencies alone. */
export async function vatAndRatesOn(
  db: Kysely<DB>,
  country: string,
  day: string,
  currencies: readonly string[],
): Promise<{ vat_rate_bps: number; rates: Map<string, ReferenceRate> }> {
  const [row] = await vatAndRates(db, { country, day, currencies: [...currencies] });
  return { vat_rate_bps: row?.rate_bps ?? 0, rates: byCurrency(row?.rates ?? [], day) };
}

const vatAndRates = hotQuery(
  "vat-and-rates",
  { country: parameter<string>(), day: parameter<string>(), currencies: parameter<string[]>() },
  (_db, given) => sql<{ rate_bps: number | null; rates: RateRow[] | null }>`
    select
      (select rate_bps from vat_rates where country = ${given("country")} and valid_from <= ${given("day")}::date
        order by valid_from desc limit 1) as rate_bps,
      (select json_agg(latest) from (
        ${latestOn(given("day"))} where c.code = any(${given("currencies")}::text[])) as latest) as rates`,
);

const rateOf = hotQuery(
  "latest-rate",
  { day: parameter<string>(), currency: parameter<string>() },
  (_db, given) => sql<RateRow>`${latestOn(given("day"))} where c.code = ${given("currency")}`,
);

export async function euroValue(
  trx: Transaction<DB>,
  amount: Minor,
  currency: string,
  day: string,
): Promise<Minor> {
  if (currency === "EUR") return amount;
  const converted = convertAtRates(
    amount,
    currency,
    "EUR",
    byCurrency(await rateOf(trx, { day, currency }), day),
    null,
  );
  return converted?.amount_minor ?? minor(0);
}

const DAY_MS = 86_400_000;

interface RateAge {
  currency: string;
  units_per_euro: string;
  rate_date: string;
  days: number;
  is_old: boolean;
}

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

export const heldRateSchema = z.object({ rate_date: z.iso.date() });

export class RatesUnavailable extends Error {
  override name = "RatesUnavailable";
}

const fileSchema = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({
        time: z.iso.date(),
        Cube: z.array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string() })),
      }),
    }),
  }),
});

const RATE = /^\d{1,7}(\.\d{1,8})?$/;

/**
 * Units per euro; skips invalid rates. Throws RatesUnavailable unless it is one whole day without
 * repetitions.
 */
export function parseEcbRates(xml: string): { date: string; rates: Map<string, string> } {
  // A DOCTYPE is an attack on the parser.
  if (/<!DOCTYPE/i.test(xml) || XMLValidator.validate(xml) !== true)
    throw new RatesUnavailable("the reference rates file is no XML, or not whole");
  const file = fileSchema.safeParse(parser.parse(xml));
  if (!file.success) throw new RatesUnavailable("the reference rates file has another form than expected");
  const { time: date, Cube: published } = file.data.Envelope.Cube.Cube;
  const rates = new Map(
    published.filter(({ rate }) => RATE.test(rate)).map((each) => [each.currency, each.rate]),
  );
  if (rates.size === 0) throw new RatesUnavailable("the reference rates file has no rates");
  if (new Set(published.map(({ currency }) => currency)).size < published.length)
    throw new RatesUnavailable("the reference rates file has a currency twice");
  return { date, rates };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (_name, path) => path === "Envelope.Cube.Cube.Cube",
});

const LARGEST_BYTES = 100_000;
const PATIENCE_MS = 10_000;
const PUBLISHED_AT_HOUR = 16;

export async function isRefreshDue(db: Kysely<DB>, now: Date): Promise<boolean> {
  const newest = await newestRate(db);
  const published = businessDate(new Date(now.getTime() - PUBLISHED_AT_HOUR * 3_600_000));
  return newest === null || nextTargetDay(newest) <= published;
}

/**
 * Known currencies; leaps wait for an operator. Throws RatesUnavailable for a late, incomplete, future or
 * outdated file (docs/product.md, 3.2).
 */
export async function refreshRates(
  db: Kysely<DB>,
  url: string,
  now: Date,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const { date, rates } = parseEcbRates(await download(url, patienceMs));
  if (date > businessDate(now))
    throw new RatesUnavailable(`the reference rates are of ${date}, a day to come`);
  const newest = await newestRate(db);
  if (newest !== null && date < newest)
    throw new RatesUnavailable(
      `the reference rates are of ${date}, older than those of ${newest} that we have`,
    );
  const known = await db.selectFrom("currencies").select("code").execute();
  const published = known.flatMap(({ code }) => {
    const rate = rates.get(code);
    return rate ? [{ rate_date: date, currency: code, units_per_euro: rate, source: "ecb" }] : [];
  });
  await keepRates(db, published, now);
}

async function download(url: string, patienceMs: number): Promise<string> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(patienceMs) });
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new RatesUnavailable(`the reference rates answered ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.byteLength;
    if (length > LARGEST_BYTES) throw new RatesUnavailable("the reference rates file is too long to be one");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** One index look-up per currency. */
async function newestRate(db: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<{ newest: string | null }>`
    select max(r.rate_date) as newest
    from currencies c cross join lateral (
      select rate_date from reference_rates where currency = c.code order by rate_date desc limit 1
    ) as r`.execute(db);
  return rows[0]?.newest ?? null;
}

interface NewRate {
  currency: string;
  rate_date: string;
  units_per_euro: string;
  source: string;
}

/** Existing ones stay; a leap is held. Zero is no rate. */
export async function keepRates(db: Kysely<DB>, rates: readonly NewRate[], now: Date): Promise<void> {
  await sql`
    with published as (
      select * from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
        as t (currency text, rate_date date, units_per_euro numeric, source text)
      where t.units_per_euro > 0
    ), judged as (
      select published.*, coalesce(greatest(published.units_per_euro / before.units, before.units / published.units_per_euro)
        > 1 + ${productRules.reference_rate_leap_bps}::numeric / 10000, false) as leaps
      from published left join lateral (
        select r.units_per_euro as units from reference_rates r
        where r.currency = published.currency and r.rate_date < published.rate_date order by r.rate_date desc limit 1
      ) as before on true
    ), kept as (
      insert into reference_rates (currency, rate_date, units_per_euro, source, recorded_at)
      select currency, rate_date, units_per_euro, source, ${now}::timestamptz from judged where not leaps
      on conflict do nothing
    )
    insert into held_rates as h (currency, rate_date, units_per_euro, source, held_at)
    select currency, rate_date, units_per_euro, source, ${now}::timestamptz from judged j
    where leaps
      and not exists (select from reference_rates r where r.currency = j.currency and r.rate_date = j.rate_date)
      and not exists (select from held_rates d where d.currency = j.currency and d.rate_date = j.rate_date
        and d.decision is not null)
    on conflict (currency) where decision is null do update set
      rate_date = excluded.rate_date, units_per_euro = excluded.units_per_euro, held_at = excluded.held_at
      where h.rate_date < excluded.rate_date`.execute(db);
}

interface HeldRate {
  id: string;
  currency: string;
  rate_date: string;
  units_per_euro: string;
  before_date: string | null;
  before_units: string | null;
  held_at: Date;
}

export async function listHeldRates(db: Kysely<DB>): Promise<HeldRate[]> {
  const { rows } = await sql<HeldRate>`
    select h.id, h.currency, h.rate_date, trim_scale(h.units_per_euro)::text as units_per_euro,
      b.rate_date as before_date, trim_scale(b.units_per_euro)::text as before_units, h.held_at
    from held_rates h left join lateral (
      select r.rate_date, r.units_per_euro from reference_rates r
      where r.currency = h.currency and r.rate_date < h.rate_date order by r.rate_date desc limit 1
    ) as b on true
    where h.decision is null order by h.currency`.execute(db);
  return rows;
}

interface HeldLeap {
  currency: string;
  units_per_euro: string;
  before_units: string | null;
  leaps_far: boolean;
}

/** Locked; null when decided or replaced. */
export async function findHeldLeap(
  trx: Transaction<DB>,
  { id, rate_date }: { id: string; rate_date: string },
): Promise<HeldLeap | null> {
  const { rows } = await sql<HeldLeap>`
    select h.currency, trim_scale(h.units_per_euro)::text as units_per_euro, trim_scale(b.units)::text as before_units,
      coalesce(greatest(h.units_per_euro / b.units, b.units / h.units_per_euro)
        > 1 + ${productRules.reference_rate_far_leap_bps}::numeric / 10000, false) as leaps_far
    from held_rates h left join lateral (
      select r.units_per_euro as units from reference_rates r
      where r.currency = h.currency and r.rate_date < h.rate_date order by r.rate_date desc limit 1
    ) as b on true
    where h.id = ${id} and h.rate_date = ${rate_date}::date and h.decision is null
    for no key update of h`.execute(trx);
  return rows[0] ?? null;
}

export async function decideHeldRate(
  trx: Transaction<DB>,
  given: {
    id: string;
    rate_date: string;
    operator_id: string;
    decision: "ACCEPTED" | "REFUSED";
    now: Date;
  },
): Promise<"decided" | "gone"> {
  const { id, rate_date, decision, operator_id, now } = given;
  const { rows } = await sql<{ is_decided: boolean }>`
    select decide_held_rate(${id}::uuid, ${rate_date}::date, ${decision}::text, ${operator_id}::uuid,
      ${now}::timestamptz) as is_decided`.execute(trx);
  return rows[0]?.is_decided ? "decided" : "gone";
}
