import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { isInEu } from "../tax/eu-vat.ts";
import { inEuros, quarterOf, ratesAtEnds } from "./vat-quarters.server.ts";

interface SellerSum {
  creator_id: string;
  quarter: string;
  currency: string;
  activities: number;
  credited_minor: number;
  /** Without VAT and returned payouts. */
  fees_minor: number;
  taxes_minor: number;
}

interface SellerQuarter {
  activities: number;
  /** Credits less fees and taxes, as DAC7 counts. */
  consideration_minor: number;
  fees_minor: number;
  taxes_minor: number;
}

type SellerState = "REPORTABLE" | "NEAR";

interface SellerYear {
  creator_id: string;
  state: SellerState;
  quarters: SellerQuarter[];
  year: SellerQuarter;
  credited_minor: number;
}

interface SellerThreshold {
  activities: number;
  eur_minor: number;
  near_bps: number;
}

/** Highest first. Each quarter is converted once by `rates` of "quarter currency", units per euro. */
export function sellerYears(
  sums: readonly SellerSum[],
  {
    year,
    threshold,
    rates,
  }: { year: number; threshold: SellerThreshold; rates: ReadonlyMap<string, string> },
): SellerYear[] {
  const quarters = [1, 2, 3, 4].map((number) => `${year}-Q${number}`);
  return [...Map.groupBy(sums, ({ creator_id }) => creator_id)]
    .map(([creator_id, own]) => {
      const parts = quarters.map((quarter) =>
        sumQuarter(
          own.filter((sum) => sum.quarter === quarter),
          rates,
        ),
      );
      const whole = added(parts);
      const credited_minor = whole.consideration_minor + whole.fees_minor + whole.taxes_minor;
      const state = stateOf({ activities: whole.activities, credited_minor }, threshold);
      return { creator_id, state, quarters: parts, year: whole, credited_minor };
    })
    .flatMap(({ state, ...seller }) => (state === null ? [] : [{ ...seller, state }]))
    .sort((a, b) => b.credited_minor - a.credited_minor || (a.creator_id < b.creator_id ? -1 : 1));
}

function sumQuarter(sums: readonly SellerSum[], rates: ReadonlyMap<string, string>): SellerQuarter {
  return added(
    sums.map(({ quarter, currency, activities, credited_minor, fees_minor, taxes_minor }) => {
      const euros = (amount: number) => inEuros(amount, currency, rates.get(`${quarter} ${currency}`));
      const [fees, taxes] = [euros(fees_minor), euros(taxes_minor)];
      return {
        activities,
        consideration_minor: euros(credited_minor) - fees - taxes,
        fees_minor: fees,
        taxes_minor: taxes,
      };
    }),
  );
}

function added(parts: readonly SellerQuarter[]): SellerQuarter {
  const sum = (read: (part: SellerQuarter) => number) => parts.reduce((total, part) => total + read(part), 0);
  return {
    activities: sum((part) => part.activities),
    consideration_minor: sum((part) => part.consideration_minor),
    fees_minor: sum((part) => part.fees_minor),
    taxes_minor: sum((part) => part.taxes_minor),
  };
}

function stateOf(
  { activities, credited_minor }: { activities: number; credited_minor: number },
  { activities: count, eur_minor, near_bps }: SellerThreshold,
): SellerState | null {
  if (activities >= count || credited_minor > eur_minor) return "REPORTABLE";
  const isNear = activities * 10_000 >= count * near_bps || credited_minor * 10_000 >= eur_minor * near_bps;
  return isNear ? "NEAR" : null;
}

export interface Seller extends SellerYear {
  username: string | null;
  country: string | null;
  is_in_eu: boolean | null;
}

export interface SellersOfYear {
  year: number;
  is_final: boolean;
  /** Without a rate of the quarter's last day. */
  early_rates: string[];
  sellers: Seller[];
}

export async function listSellerYears(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select y::int as year from (select extract(year from min(month))::int as first,
      extract(year from max(month))::int as last from journal_numbers) as journal,
      generate_series(first, last) as y order by y desc`.execute(db);
  return rows.map(({ year }) => year);
}

/** Also those near the threshold (docs/money.md, 8). */
export async function sellersOfYear(
  db: Kysely<DB>,
  year: number,
  threshold: SellerThreshold = productRules.dac7,
): Promise<SellersOfYear> {
  const [sums, last] = await Promise.all([
    sellerSums(db, year, threshold),
    sql`select from journal_months where month = make_date(${year}, 12, 1)`.execute(db),
  ]);
  const rates = await ratesAtEnds(db, [...new Set(sums.map(({ quarter }) => quarter))]);
  const years = sellerYears(sums, { year, threshold, rates: rates.of });
  const people = await db
    .selectFrom("users as u")
    .leftJoin("countries as c", "c.id", "u.country_id")
    .select(["u.id", "u.username", "u.deleted_at", "c.iso_3166_1 as country"])
    .where("u.id", "in", sql<string>`(select unnest(${years.map(({ creator_id }) => creator_id)}::uuid[]))`)
    .execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    year,
    is_final: last.rows.length > 0,
    early_rates: rates.early.filter((each) => sums.some(({ currency }) => currency === each)),
    sellers: years.map((seller) => {
      const person = byId.get(seller.creator_id);
      const country = person?.country ?? null;
      const username = person && person.deleted_at === null ? person.username : null;
      return { ...seller, username, country, is_in_eu: country === null ? null : isInEu(country) };
    }),
  };
}

/**
 * Net credits by quarter and currency; payouts under way count. Unverified vouchers count from verification,
 * suspense from a correction, debts and goodwill never. Skips creators far below the threshold.
 */
async function sellerSums(
  db: Kysely<DB>,
  year: number,
  { activities, eur_minor, near_bps }: SellerThreshold,
): Promise<SellerSum[]> {
  // No profile currency is worth twice a euro.
  const least = (eur_minor * near_bps) / 20_000;
  const { rows } = await sql<Omit<SellerSum, "quarter"> & { month: string }>`
    with moved as (
      select o.owner, date_trunc('quarter', n.month) as month, m.currency, t.id, t.kind, o.other, o.amount
      from journal_numbers n
      join ledger_transaction t on t.id = n.transaction_id
        and t.kind not in ('debt_set_off', 'share_passed', 'share_reversed')
      join ledger_transfer m on m.transaction_id = t.id
      join ledger_account d on d.id = m.debit_account
      join ledger_account c on c.id = m.credit_account
      cross join lateral (values
        (c.owner, c.code, d.code, m.amount_minor), (d.owner, d.code, c.code, -m.amount_minor)
      ) as o(owner, code, other, amount)
      where n.month >= make_date(${year}, 1, 1) and n.month < make_date(${year} + 1, 1, 1)
        and o.code in ('creator_pending', 'creator_available', 'creator_dispute_hold', 'creator_receivable', 'creator_direct',
          'creator_transfer', 'payout_in_transit')
        and o.other in ('psp_clearing', 'voucher_liability', 'fx_position', 'creator_unverified', 'direct_passed',
          'payout_fee_revenue', 'vat_output', 'suspense')
    ), sums as (
      select owner, month, currency,
        count(distinct id) filter (where kind in ('tip_paid', 'voucher_redeemed', 'voucher_verified'))::int as activities,
        coalesce(sum(amount) filter (where other not in ('payout_fee_revenue', 'vat_output')), 0) as credited_minor,
        coalesce(-sum(amount) filter (where other = 'payout_fee_revenue'), 0) as fees_minor,
        coalesce(-sum(amount) filter (where other = 'vat_output'), 0) as taxes_minor
      from moved group by 1, 2, 3
    ), known as (
      select owner from sums group by 1
      having sum(activities) * 10000 >= ${activities * near_bps}::int or sum(credited_minor) >= ${least}::int
    )
    select owner as creator_id, to_char(month, 'YYYY-MM') as month, currency, activities,
      credited_minor::bigint as credited_minor, fees_minor::bigint as fees_minor, taxes_minor::bigint as taxes_minor
    from sums join known using (owner) order by owner, month, currency`.execute(db);
  return rows.map(({ month, ...sum }) => ({ ...sum, quarter: quarterOf(month) }));
}

export async function logSellersExport(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  { year, is_final }: Pick<SellersOfYear, "year" | "is_final">,
  { operator_id, reference }: { operator_id: string; reference?: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeAudit(trx, {
      actor_id: operator_id,
      action: "sellers.exported",
      subject: `sellers:${year}`,
      before: null,
      after: { is_final, ...(reference === undefined ? {} : { reference }) },
      now: clock(),
    });
  });
}
