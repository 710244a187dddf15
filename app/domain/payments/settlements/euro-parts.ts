import { currencyDigits } from "../../money/minor.ts";

/** Worth is compared in millionths of a cent of EUR: rates have decimals, and sums of many rows must not lose them. */
const PARTS_OF_CENT = 1_000_000n;
const RATE_DIGITS = 8;

/** What an amount in minor units is worth, at units for one euro such as "1.13607200". */
export function euroParts(amount: number, currency: string, unitsPerEuro: string): bigint {
  const [whole = "0", decimals = ""] = unitsPerEuro.split(".");
  const units = BigInt(whole + decimals.slice(0, RATE_DIGITS).padEnd(RATE_DIGITS, "0"));
  const cents = BigInt(amount) * 100n * PARTS_OF_CENT * 10n ** BigInt(RATE_DIGITS);
  return cents / (units * 10n ** BigInt(currencyDigits(currency)));
}

/** Cents of EUR as parts of them, and the whole cents of parts. */
export const partsOf = (cents: number): bigint => BigInt(cents) * PARTS_OF_CENT;
export const centsOf = (parts: bigint): number => Number(parts / PARTS_OF_CENT);

/** A share of parts, in basis points. */
export const shareOf = (parts: bigint, bps: number): bigint => (parts * BigInt(bps)) / 10_000n;

export const distance = (parts: bigint): bigint => (parts < 0n ? -parts : parts);
