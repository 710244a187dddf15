import { convert, crossRate } from "../money/conversion.ts";
import { minor } from "../money/minor.ts";

/** A sum in minor units of EUR, its size half up, at a rate in units per euro; without one it is a bug. */
export function inEuros(amount: number, currency: string, unitsPerEuro: string | undefined): number {
  if (currency === "EUR") return amount;
  if (unitsPerEuro === undefined) throw new Error(`there is no reference rate of ${currency}`);
  const size = convert(minor(Math.abs(amount)), currency, "EUR", crossRate(unitsPerEuro, "1"));
  return amount < 0 ? -size : size;
}
