import { currencyDigits, divideHalfUp, type Minor, minor } from "./minor.ts";

const SCALE_DIGITS = 12;
const SCALE = 10n ** BigInt(SCALE_DIGITS);

/** "1.136072" in units of 10^-12, exactly. */
function scaled(decimal: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,12}))?$/.exec(decimal);
  if (!match) throw new RangeError(`not a rate: ${decimal}`);
  return BigInt(`${match[1]}${(match[2] ?? "").padEnd(SCALE_DIGITS, "0")}`);
}

function unscaled(value: bigint): string {
  const digits = value.toString().padStart(SCALE_DIGITS + 1, "0");
  return `${digits.slice(0, -SCALE_DIGITS)}.${digits.slice(-SCALE_DIGITS)}`;
}

/** Units of `to` per unit of `from`, from units per euro; 12 decimals, half up. */
export function crossRate(fromUnitsPerEuro: string, toUnitsPerEuro: string): string {
  return unscaled(divideHalfUp(scaled(toUnitsPerEuro) * SCALE, scaled(fromUnitsPerEuro)));
}

/** At a rate in units of `to` per `from`, half up (docs/product.md, 3.2). */
export function convert(amount: Minor, from: string, to: string, rate: string): Minor {
  if (from === to) return amount;
  const shift = currencyDigits(to) - currencyDigits(from);
  const numerator = BigInt(amount) * scaled(rate) * (shift > 0 ? 10n ** BigInt(shift) : 1n);
  const denominator = SCALE * (shift < 0 ? 10n ** BigInt(-shift) : 1n);
  return minor(Number(divideHalfUp(numerator, denominator)));
}
