import { useContext } from "react";
import { I18nContext } from "react-i18next";
import { LANGUAGES, type Locale } from "../../../locales/index.ts";

/** The sandbox's texts in the language of the order, whatever the rest of the site speaks. */
export function useSandboxText(locale: Locale) {
  return useContext(I18nContext).i18n.getFixedT(locale, "sandbox");
}

export type SandboxText = ReturnType<typeof useSandboxText>;

/** The currencies without a smaller unit, among those that a card may be charged in; all others have hundredths. */
const WITHOUT_HUNDREDTHS = new Set(["ISK", "JPY", "KRW"]);

/** "27,98 €" for 2798: from whole minor units, never through a fraction. */
export function formatAmount(locale: Locale, amountMinor: number, currency: string): string {
  const decimals = WITHOUT_HUNDREDTHS.has(currency) ? 0 : 2;
  const figures = String(amountMinor).padStart(decimals + 1, "0");
  const whole = figures.slice(0, figures.length - decimals);
  const rest = figures.slice(figures.length - decimals);
  const format = new Intl.NumberFormat(LANGUAGES[locale].tag, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // Put together from whole figures above, which the type of a number's text cannot know.
  return format.format((decimals === 0 ? whole : `${whole}.${rest}`) as `${number}`);
}
