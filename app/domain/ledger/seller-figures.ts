import { inEuros } from "./in-euros.ts";

/** What a quarter's postings moved for one creator in one currency. */
export interface SellerSum {
  creator_id: string;
  quarter: string;
  currency: string;
  /** Credits that a tip or a redeemed voucher brought. */
  activities: number;
  /** What those credits were, less what refunds and lost disputes took back. */
  credited_minor: number;
  /** Payout fees without VAT, and the VAT on them; less those of payouts that came back. */
  fees_minor: number;
  taxes_minor: number;
}

/** A quarter of a seller, in minor units of EUR. */
interface SellerQuarter {
  activities: number;
  /** What was credited, less fees and taxes: the consideration of the DAC7 report. */
  consideration_minor: number;
  fees_minor: number;
  taxes_minor: number;
}

/** REPORTABLE from the threshold on, NEAR it from its share on. */
type SellerState = "REPORTABLE" | "NEAR";

export interface SellerYear {
  creator_id: string;
  state: SellerState;
  /** The four quarters, then the year. */
  quarters: SellerQuarter[];
  year: SellerQuarter;
  /** Credited in the year, before fees: what the threshold is held against. */
  credited_minor: number;
}

/** From how many activities, or above which sum of EUR, a seller is reportable; the share of it that is near. */
export interface SellerThreshold {
  activities: number;
  eur_minor: number;
  near_bps: number;
}

/**
 * The sellers of a year that are near the threshold or beyond it, those with the highest sums first. Each currency's sum
 * of a quarter is converted once, at the rate of its last day: `rates` are units per euro by "quarter currency".
 */
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
        quarterOf(
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

function quarterOf(sums: readonly SellerSum[], rates: ReadonlyMap<string, string>): SellerQuarter {
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

/** Reportable: so many activities or more, or a higher sum. Near: the same for the share of both. */
function stateOf(
  { activities, credited_minor }: { activities: number; credited_minor: number },
  { activities: count, eur_minor, near_bps }: SellerThreshold,
): SellerState | null {
  if (activities >= count || credited_minor > eur_minor) return "REPORTABLE";
  const isNear = activities * 10_000 >= count * near_bps || credited_minor * 10_000 >= eur_minor * near_bps;
  return isNear ? "NEAR" : null;
}
