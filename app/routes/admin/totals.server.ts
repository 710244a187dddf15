import { formatAmount, type Locale, minor } from "../../domain/money/minor.ts";

/** The sum below a list, as it is shown: one for each currency that is in it. */
export interface ShownTotal {
  currency: string;
  amount: string;
}

/** Sums amounts by their currency, in the order in which the currencies come up; nothing for no rows. */
export function totalsOf(
  amounts: readonly { amount_minor: number; currency: string }[],
  locale: Locale,
): ShownTotal[] {
  const sums = new Map<string, number>();
  for (const { amount_minor, currency } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0) + amount_minor);
  return [...sums].map(([currency, sum]) => ({
    currency,
    amount: formatAmount(minor(sum), currency, locale),
  }));
}
