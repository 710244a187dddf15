import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { basisPointsOf, currencyDigits, divideHalfUp, type Minor, minor } from "./minor.ts";

export interface Fee {
  amount_minor: Minor;
  service_fee_bps: number;
  service_fee_minor: Minor;
  /** 0: the rate alone. */
  service_fee_minimum_minor: Minor;
  vat_rate_bps: number;
  vat_minor: Minor;
  fee_incl_vat_minor: Minor;
  total_minor: Minor;
}

type Method = keyof (typeof productRules)["hold_days"];

export interface FeeRules {
  standard_bps: number;
  /** Without VAT. */
  minimum_minor: number;
  exceptions: readonly { type?: Method; country?: string; bps: number }[];
}

export function feeRules({ service_fee_bps, service_fee_minimum_minor }: Rules): FeeRules {
  const { exceptions } = productRules.service_fee;
  return { exceptions, standard_bps: service_fee_bps, minimum_minor: service_fee_minimum_minor };
}

/** Without a method: the country's fee, or the standard. */
interface FeeFacts {
  type: Method | null;
  country: string;
  vat_rate_bps: number;
}

/**
 * Half up, plus VAT of the fan's country (0 outside the EU). 10 % of 50.00 in Germany: 5.00 + 0.95. At least
 * the minimum.
 */
export function feeOn(amount: Minor, facts: FeeFacts, rules: FeeRules): Fee {
  const rate = feeRateFor(facts, rules);
  const share = basisPointsOf(amount, rate);
  const minimum = minor(rules.minimum_minor > share ? rules.minimum_minor : 0);
  const serviceFee = minor(Math.max(share, minimum));
  const vat = basisPointsOf(serviceFee, facts.vat_rate_bps);
  return {
    amount_minor: amount,
    service_fee_bps: rate,
    service_fee_minor: serviceFee,
    service_fee_minimum_minor: minimum,
    vat_rate_bps: facts.vat_rate_bps,
    vat_minor: vat,
    fee_incl_vat_minor: minor(serviceFee + vat),
    total_minor: minor(amount + serviceFee + vat),
  };
}

export function feeRateFor({ type, country }: Pick<FeeFacts, "type" | "country">, rules: FeeRules): number {
  const exception = rules.exceptions.find(
    (each) => (each.type ?? type) === type && (each.country ?? country) === country,
  );
  return exception?.bps ?? rules.standard_bps;
}

export function isFree({ standard_bps, minimum_minor, exceptions }: FeeRules): boolean {
  return minimum_minor === 0 && [standard_bps, ...exceptions.map(({ bps }) => bps)].every((bps) => bps === 0);
}

export function feeInAdvance(rules: FeeRules) {
  const rates = [rules.standard_bps, ...rules.exceptions.map(({ bps }) => bps)];
  const { minimum_minor } = rules;
  return { lowest_bps: Math.min(...rates), minimum_minor, varies: new Set(rates).size > 1 };
}

/** `whole` × `part` / `of`, half up. */
export function proportionOf(whole: Minor, part: number, of: number): Minor {
  return minor(Number(divideHalfUp(BigInt(whole) * BigInt(part), BigInt(of))));
}

const SCALE_DIGITS = 12;
const SCALE = 10n ** BigInt(SCALE_DIGITS);

/** Exactly, in units of 10^-12. */
function scaled(decimal: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,12}))?$/.exec(decimal);
  if (!match) throw new RangeError(`not a rate: ${decimal}`);
  return BigInt(`${match[1]}${(match[2] ?? "").padEnd(SCALE_DIGITS, "0")}`);
}

function unscaled(value: bigint): string {
  const digits = value.toString().padStart(SCALE_DIGITS + 1, "0");
  return `${digits.slice(0, -SCALE_DIGITS)}.${digits.slice(-SCALE_DIGITS)}`;
}

/** `to` per `from`, from units per euro; 12 decimals, half up. */
export function crossRate(fromUnitsPerEuro: string, toUnitsPerEuro: string): string {
  return unscaled(divideHalfUp(scaled(toUnitsPerEuro) * SCALE, scaled(fromUnitsPerEuro)));
}

/** `rate` in `to` per `from`, half up (docs/product.md, 3.2). */
export function convert(amount: Minor, from: string, to: string, rate: string): Minor {
  if (from === to) return amount;
  const shift = currencyDigits(to) - currencyDigits(from);
  const numerator = BigInt(amount) * scaled(rate) * (shift > 0 ? 10n ** BigInt(shift) : 1n);
  const denominator = SCALE * (shift < 0 ? 10n ** BigInt(-shift) : 1n);
  return minor(Number(divideHalfUp(numerator, denominator)));
}
