import { productRules } from "../../product-rules.ts";
import { basisPointsOf, divideHalfUp, type Minor, minor } from "./minor.ts";

/** What a fan pays for a tip, in the profile currency (docs/product.md, 3.4). */
export interface Fee {
  amount_minor: Minor;
  service_fee_minor: Minor;
  vat_rate_bps: number;
  vat_minor: Minor;
  /** servicefee + VAT on it. */
  fee_incl_vat_minor: Minor;
  total_minor: Minor;
}

/**
 * The fee that the fan pays on top: 10 % of the tip, half up, and VAT on it at the rate of the fan's country
 * (0 outside the EU). 50.00 in Germany → 5.00 + 0.95 → 55.95. The creator is credited the whole tip.
 */
export function feeOn(amount: Minor, vatRateBps: number): Fee {
  const serviceFee = basisPointsOf(amount, productRules.service_fee_bps);
  const vat = basisPointsOf(serviceFee, vatRateBps);
  return {
    amount_minor: amount,
    service_fee_minor: serviceFee,
    vat_rate_bps: vatRateBps,
    vat_minor: vat,
    fee_incl_vat_minor: minor(serviceFee + vat),
    total_minor: minor(amount + serviceFee + vat),
  };
}

/** The part of `whole` that belongs to `part` of `of`, half up: what returns of a fee when a part of a charge returns. */
export function proportionOf(whole: Minor, part: number, of: number): Minor {
  return minor(Number(divideHalfUp(BigInt(whole) * BigInt(part), BigInt(of))));
}
