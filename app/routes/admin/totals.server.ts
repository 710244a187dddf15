import { formatAmount, type Locale, minor } from "../../domain/money/minor.ts";

export interface ShownTotal {
  currency: string;
  amount: string;
}

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
