import { productRules } from "../../product-rules.ts";
import { basisPointsOf, divideHalfUp, type Minor, minor } from "./minor.ts";

/** What a fan pays for a tip, in the profile currency (docs/product.md, 3.4). */
export interface Fee {
  amount_minor: Minor;
  service_fee_bps: number;
  service_fee_minor: Minor;
  vat_rate_bps: number;
  vat_minor: Minor;
  /** servicefee + VAT on it. */
  fee_incl_vat_minor: Minor;
  total_minor: Minor;
}

/** The payment methods, which the figures name, too. */
type Method = keyof (typeof productRules)["hold_days"];

/** The fee by method and country (app/product-rules.ts): the first exception that fits counts, else the standard. */
export interface FeeRules {
  standard_bps: number;
  exceptions: readonly { type?: Method; country?: string; bps: number }[];
}

/** What the fee of a payment depends on; without a method it is the standard one, unless the country says otherwise. */
interface FeeFacts {
  type: Method | null;
  country: string;
  vat_rate_bps: number;
}

/**
 * The fee that the fan pays on top: a share of the tip by the rules, half up, and VAT on it at the rate of the fan's
 * country (0 outside the EU). 10 % of 50.00 in Germany → 5.00 + 0.95 → 55.95. The creator is credited the whole tip.
 */
export function feeOn(amount: Minor, facts: FeeFacts, rules: FeeRules = productRules.service_fee): Fee {
  const rate = feeRateFor(facts, rules);
  const serviceFee = basisPointsOf(amount, rate);
  const vat = basisPointsOf(serviceFee, facts.vat_rate_bps);
  return {
    amount_minor: amount,
    service_fee_bps: rate,
    service_fee_minor: serviceFee,
    vat_rate_bps: facts.vat_rate_bps,
    vat_minor: vat,
    fee_incl_vat_minor: minor(serviceFee + vat),
    total_minor: minor(amount + serviceFee + vat),
  };
}

/** The rate of the fee for a method and country, in basis points. */
export function feeRateFor(
  { type, country }: Pick<FeeFacts, "type" | "country">,
  rules: FeeRules = productRules.service_fee,
): number {
  const exception = rules.exceptions.find(
    (each) => (each.type ?? type) === type && (each.country ?? country) === country,
  );
  return exception?.bps ?? rules.standard_bps;
}

/** What may be said of the fee before anybody knows how and from where it is paid: the lowest rate, and if it varies. */
export function feeInAdvance(rules: FeeRules = productRules.service_fee): {
  lowest_bps: number;
  varies: boolean;
} {
  const rates = [rules.standard_bps, ...rules.exceptions.map(({ bps }) => bps)];
  return { lowest_bps: Math.min(...rates), varies: new Set(rates).size > 1 };
}

/** The part of `whole` that belongs to `part` of `of`, half up: what returns of a fee when a part of a charge returns. */
export function proportionOf(whole: Minor, part: number, of: number): Minor {
  return minor(Number(divideHalfUp(BigInt(whole) * BigInt(part), BigInt(of))));
}
