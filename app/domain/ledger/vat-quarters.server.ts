import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { convert, crossRate } from "../money/fee.ts";
import { minor } from "../money/minor.ts";

/** Such as "2026-Q4". */
export function parseQuarter(text: string | null | undefined): string | null {
  return text && /^[12]\d{3}-Q[1-4]$/.test(text) ? text : null;
}

export function quarterOf(date: string): string {
  const [year = "", month = ""] = date.split("-");
  return `${year}-Q${["01", "04", "07", "10"].findLastIndex((first) => first <= month) + 1}`;
}

function monthsOf(quarter: string): string[] {
  const [year = "", number = ""] = quarter.split("-Q");
  return [2, 1, 0].map((before) => `${year}-${String(3 * Number(number) - before).padStart(2, "0")}-01`);
}

function lastDayOf(quarter: string): string {
  const [year = "", number = ""] = quarter.split("-Q");
  return new Date(Date.UTC(Number(year), 3 * Number(number), 0)).toISOString().slice(0, 10);
}

/** By "quarter currency": the last day's, else the next publication's. Until then the latest, and `early`. */
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

export function inEuros(amount: number, currency: string, unitsPerEuro: string | undefined): number {
  if (currency === "EUR") return amount;
  if (unitsPerEuro === undefined) throw new Error(`there is no reference rate of ${currency}`);
  const size = convert(minor(Math.abs(amount)), currency, "EUR", crossRate(unitsPerEuro, "1"));
  return amount < 0 ? -size : size;
}

interface VatSum {
  supplied_in: string;
  country: string;
  rate_bps: number;
  currency: string;
  base_minor: number;
  vat_minor: number;
}

export interface VatLine {
  supplied_in: string;
  country: string;
  rate_bps: number;
  base_minor: number;
  vat_minor: number;
}

interface OssFigures {
  supplies: VatLine[];
  corrections: VatLine[];
  home: VatLine[];
  vat_minor: number;
}

/** Converts each currency's sum once, half up. */
function ossFigures(
  sums: readonly VatSum[],
  { quarter, home, rates }: { quarter: string; home: string; rates: ReadonlyMap<string, string> },
): OssFigures {
  const lines = new Map<string, VatLine>();
  for (const { currency, base_minor, vat_minor, ...about } of sums) {
    const euros = (amount: number) =>
      inEuros(amount, currency, rates.get(`${about.supplied_in} ${currency}`));
    const key = `${about.supplied_in} ${about.country} ${about.rate_bps}`;
    const line = lines.get(key) ?? { ...about, base_minor: 0, vat_minor: 0 };
    lines.set(key, {
      ...line,
      base_minor: line.base_minor + euros(base_minor),
      vat_minor: line.vat_minor + euros(vat_minor),
    });
  }
  const moved = [...lines.values()].filter((line) => line.base_minor !== 0 || line.vat_minor !== 0);
  const abroad = moved.filter(({ country }) => country !== home);
  return {
    supplies: abroad.filter(({ supplied_in }) => supplied_in === quarter),
    corrections: abroad.filter(({ supplied_in }) => supplied_in !== quarter),
    home: moved.filter(({ country }) => country === home),
    vat_minor: abroad.reduce((sum, line) => sum + line.vat_minor, 0),
  };
}

/** ISO 3166, but for Greece. */
const vatCountry = (country: string) => (country === "GR" ? "EL" : country);

type Written = (amountMinor: number) => string;

/** The German portal's layout (BZSt, OSS, version 2.0). It takes corrections by hand only. */
export function ossImport(supplies: readonly VatLine[], amount: Written): string {
  const declared = supplies.filter(({ base_minor, vat_minor }) => base_minor > 0 && vat_minor > 0);
  const countries = [...new Set(declared.map(({ country }) => vatCountry(country)))];
  const records = declared.map(({ country, rate_bps, base_minor, vat_minor }) =>
    ["2", vatCountry(country), "STANDARD", amount(rate_bps), amount(base_minor), amount(vat_minor)].join(","),
  );
  return ["#v2.0", ...countries.map((country) => `1,${country}`), ...records, ""].join("\r\n");
}

interface VatQuarter extends OssFigures {
  quarter: string;
  is_final: boolean;
  /** Without a rate of the quarter's last day. */
  early_rates: string[];
  sums: VatSum[];
  entries: VatEntry[];
}

interface VatEntry {
  month: string;
  number: number;
  country: string;
  against: string;
  currency: string;
  vat_minor: number;
}

export async function listVatQuarters(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ quarter: string }>`
    select to_char(q, 'YYYY-"Q"Q') as quarter
    from (select min(month) as first, max(month) as last from journal_numbers) as journal,
      generate_series(date_trunc('quarter', first), last, interval '3 months') as q
    order by q desc limit ${productRules.journal.quarters}`.execute(db);
  return rows.map(({ quarter }) => quarter);
}

/** By country and rate (docs/money.md, 8). */
export async function vatQuarter(db: Kysely<DB>, quarter: string): Promise<VatQuarter> {
  const [sums, entries, last] = await Promise.all([
    vatSums(db, quarter),
    vatEntries(db, quarter),
    sql`select from journal_months where month = ${monthsOf(quarter).at(-1)}::date`.execute(db),
  ]);
  const quarters = [...new Set(sums.map(({ supplied_in }) => supplied_in))];
  const rates = await ratesAtEnds(db, quarters);
  return {
    quarter,
    is_final: last.rows.length > 0,
    early_rates: rates.early.filter((each) => sums.some(({ currency }) => currency === each)),
    sums,
    entries,
    ...ossFigures(sums, { quarter, home: productRules.payout.vat_home_country, rates: rates.of }),
  };
}

/** A reversal belongs to its payment's quarter, a returned payout to its request's. */
async function vatSums(db: Kysely<DB>, quarter: string): Promise<VatSum[]> {
  const { rows } = await sql<Omit<VatSum, "supplied_in"> & { month: string }>`
    with moved as (
      select t.cause, t.cause_id, m.currency,
        coalesce(sum(m.amount_minor) filter (where c.code in ('service_fee_revenue', 'payout_fee_revenue')), 0)
        - coalesce(sum(m.amount_minor) filter (where d.code in ('service_fee_revenue', 'payout_fee_revenue')), 0) as base,
        coalesce(sum(m.amount_minor) filter (where c.code = 'vat_output'), 0)
        - coalesce(sum(m.amount_minor) filter (where d.code = 'vat_output'), 0) as vat
      from journal_numbers n
      join ledger_transaction t on t.id = n.transaction_id
      join ledger_transfer m on m.transaction_id = t.id
      join ledger_account d on d.id = m.debit_account
      join ledger_account c on c.id = m.credit_account
      where n.month = any(${monthsOf(quarter)}::date[]) and t.cause <> 'correction'
        and (d.code in ('service_fee_revenue', 'payout_fee_revenue', 'vat_output')
          or c.code in ('service_fee_revenue', 'payout_fee_revenue', 'vat_output'))
      group by 1, 2, 3
    ), supplies as (
      select moved.*, coalesce(p.id, o.id) as supply_id,
        coalesce(p.country, o.fee_vat_country) as country,
        coalesce(p.vat_rate_bps, o.fee_vat_bps) as rate_bps
      from moved
      left join refunds r on moved.cause = 'refund' and r.id = moved.cause_id
      left join disputes s on moved.cause = 'dispute' and s.id = moved.cause_id
      left join payments p on p.id = coalesce(r.payment_id, s.payment_id,
        case when moved.cause = 'payment' then moved.cause_id end)
      left join payouts o on moved.cause = 'payout' and o.id = moved.cause_id
    )
    select to_char(date_trunc('quarter', first.month), 'YYYY-MM') as month, country, rate_bps, currency,
      sum(base)::bigint as base_minor, sum(vat)::bigint as vat_minor
    from supplies
    cross join lateral (
      select min(n.month) as month from ledger_transaction t
      join journal_numbers n on n.transaction_id = t.id where t.cause_id = supplies.supply_id
    ) as first
    where rate_bps > 0
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows.map(({ month, ...sum }) => ({ ...sum, supplied_in: quarterOf(month) }));
}

async function vatEntries(db: Kysely<DB>, quarter: string): Promise<VatEntry[]> {
  const { rows } = await sql<VatEntry>`
    select to_char(n.month, 'YYYY-MM') as month, n.number, m.currency,
      case when c.code = 'vat_output' then c.owner else d.owner end as country,
      case when c.code = 'vat_output' then d.code else c.code end as against,
      case when c.code = 'vat_output' then m.amount_minor else -m.amount_minor end as vat_minor
    from journal_numbers n
    join ledger_transaction t on t.id = n.transaction_id and t.cause = 'correction'
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account d on d.id = m.debit_account
    join ledger_account c on c.id = m.credit_account
    where n.month = any(${monthsOf(quarter)}::date[]) and 'vat_output' in (d.code, c.code)
    order by n.month, n.number, m.seq`.execute(db);
  return rows;
}

export async function logVatExport(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  { quarter, is_final }: VatQuarter,
  operatorId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeAudit(trx, {
      actor_id: operatorId,
      action: "vat.exported",
      subject: `vat:${quarter}`,
      before: null,
      after: { is_final },
      now: clock(),
    });
  });
}
