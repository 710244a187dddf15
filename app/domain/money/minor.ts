import type { Minor } from "../../../db/minor.ts";
import { LANGUAGES, type Locale, localeOf } from "../../../locales/index.ts";
import { readFigures, typedCurrency } from "./typed-figures.ts";

export type { Minor } from "../../../db/minor.ts";
export { type Locale, localeOf };

export const PROFILE_CURRENCIES = ["EUR", "USD", "GBP"] as const;
/** What a creator's profile may be kept in (docs/product.md, 3.2). */
export type ProfileCurrency = (typeof PROFILE_CURRENCIES)[number];

/** Asserts that a number is a whole count of minor units; a fraction or an unsafe integer is a bug. */
export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of minor units: ${value}`);
  // The one place that makes a number money: it was checked above.
  return value as Minor;
}

/** ISO 4217 gives these no decimals. Intl follows custom instead (no fillér, no sen), which is no use for charging. */
const WITHOUT_DECIMALS = new Set(["ISK", "JPY", "KRW"]);

/** The number of decimals that a currency has in ISO 4217: 2 for EUR, 0 for JPY. */
export function currencyDigits(currency: string): number {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

/** numerator / denominator, rounded half up, without floats. Both must not be negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n) throw new RangeError("divideHalfUp takes positive numbers");
  return (2n * numerator + denominator) / (2n * denominator);
}

/** A share of an amount in basis points, rounded half up: 1000 of 5.00 is 0.50. */
export function basisPointsOf(amount: Minor, basisPoints: number): Minor {
  return minor(Number(divideHalfUp(BigInt(amount) * BigInt(basisPoints), 10_000n)));
}

/**
 * Reads what a person typed as an amount of a currency: `5`, `5.00`, `1 000`, `10 EUR` and, where the language has a comma,
 * `5,00`, `1.000,50`; further decimals are floored (docs/product.md, 3.1). Null for what is no amount or of another currency.
 */
export function parseAmount(text: string, locale: Locale, currency: string): Minor | null {
  const read = readFigures(text, LANGUAGES[locale].decimalMark);
  if (!read || (read.currency !== null && typedCurrency(read.currency) !== currency)) return null;
  const digits = currencyDigits(currency);
  return minor(Number(`${read.units}${read.decimals.padEnd(digits, "0").slice(0, digits)}`));
}

/** The key of a refused amount's text: the text names another currency, or else the form's own `text`. */
export function amountProblem(typed: string, locale: Locale, currency: string, text: string): string {
  const named = readFigures(typed, LANGUAGES[locale].decimalMark)?.currency ?? null;
  const code = named === null ? null : typedCurrency(named);
  return code !== null && code !== currency ? "errors.amount.currency" : text;
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(locale: Locale, currency: string, trimmed = false): Intl.NumberFormat {
  const key = `${locale}${currency}${trimmed}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(LANGUAGES[locale].tag, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: trimmed ? 0 : currencyDigits(currency),
      maximumFractionDigits: trimmed ? 0 : currencyDigits(currency),
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** "€27.98", "27,98 €": an amount as a person reads it. With `trimmed`, whole amounts lose their zeros ("5 €"). */
export function formatAmount(amount: number, currency: string, locale: Locale, trimmed = false): string {
  const isWhole = amount % 10 ** currencyDigits(currency) === 0;
  const formatter = formatterFor(locale, currency, trimmed && isWhole);
  // Put together from whole figures, which the type of a number's text cannot know.
  return formatter.format(toDecimal(amount, currency) as `${number}`);
}

/** "5.00", "5,00": an amount as it stands in an input field, in the notation of the language. */
export function toTyped(amount: number, currency: string, locale: Locale): string {
  return toDecimal(amount, currency).replace(".", LANGUAGES[locale].decimalMark);
}

/** "5.00": the exact decimal notation, for JSON. */
export function toDecimal(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const sign = amount < 0 ? "-" : "";
  const padded = String(Math.abs(amount)).padStart(digits + 1, "0");
  if (digits === 0) return sign + padded;
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}
