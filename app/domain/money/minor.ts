import { z } from "zod";
import type { Minor } from "../../../db/minor.ts";
import { LANGUAGES, type Locale, localeOf } from "../../../locales/index.ts";
import { readFigures, typedCurrency } from "./typed-figures.ts";

export type { Minor } from "../../../db/minor.ts";
export { type Locale, localeOf };

export const PROFILE_CURRENCIES = ["EUR", "USD", "GBP"] as const;
export type ProfileCurrency = (typeof PROFILE_CURRENCIES)[number];

/** Throws for fractions and unsafe integers. */
export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of minor units: ${value}`);
  // The only cast to money, checked above.
  return value as Minor;
}

/** ISO 4217 gives these no decimals; Intl differs. */
const WITHOUT_DECIMALS = new Set(["ISK", "JPY", "KRW"]);

export function currencyDigits(currency: string): number {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n) throw new RangeError("divideHalfUp takes positive numbers");
  return (2n * numerator + denominator) / (2n * denominator);
}

export function basisPointsOf(amount: Minor, basisPoints: number): Minor {
  return minor(Number(divideHalfUp(BigInt(amount) * BigInt(basisPoints), 10_000n)));
}

/**
 * `5`, `5.00`, `1 000`, `10 EUR`, with decimal comma `1.000,50`. Floors further decimals; null if invalid or
 * in another currency (docs/product.md, 3.1).
 */
export function parseAmount(text: string, locale: Locale, currency: string): Minor | null {
  const read = readFigures(text, LANGUAGES[locale].decimalMark);
  if (!read || (read.currency !== null && typedCurrency(read.currency) !== currency)) return null;
  const digits = currencyDigits(currency);
  return minor(Number(`${read.units}${read.decimals.padEnd(digits, "0").slice(0, digits)}`));
}

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

/** `trimmed` drops zeros: "5 €". */
export function formatAmount(amount: number, currency: string, locale: Locale, trimmed = false): string {
  const isWhole = amount % 10 ** currencyDigits(currency) === 0;
  const formatter = formatterFor(locale, currency, trimmed && isWhole);
  // Made of digits, which the type cannot know.
  return formatter.format(toDecimal(amount, currency) as `${number}`);
}

export function toTyped(amount: number, currency: string, locale: Locale): string {
  return toDecimal(amount, currency).replace(".", LANGUAGES[locale].decimalMark);
}

/** "5.00", for JSON. */
export function toDecimal(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const sign = amount < 0 ? "-" : "";
  const padded = String(Math.abs(amount)).padStart(digits + 1, "0");
  if (digits === 0) return sign + padded;
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Empty is null. */
export function typedAmount(
  currency: string,
  locale: Locale,
  rule: { isAllowed: (amount: Minor) => boolean; text: string },
) {
  return z
    .string()
    .trim()
    .optional()
    .transform((text, context) => {
      if (!text) return null;
      const amount = parseAmount(text, locale, currency);
      if (amount !== null && rule.isAllowed(amount)) return amount;
      context.addIssue({ code: "custom", message: amountProblem(text, locale, currency, rule.text) });
      return z.NEVER;
    });
}
