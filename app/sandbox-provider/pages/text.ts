import { useContext } from "react";
import { I18nContext } from "react-i18next";
import { LANGUAGES, type Locale } from "../../../locales/index.ts";

export function useSandboxText(locale: Locale) {
  return useContext(I18nContext).i18n.getFixedT(locale, "sandbox");
}

export type SandboxText = ReturnType<typeof useSandboxText>;

/** All other currencies have two decimals. */
const WITHOUT_HUNDREDTHS = new Set(["ISK", "JPY", "KRW"]);

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
  // Whole figures, which the type of a number's text cannot know.
  return format.format((decimals === 0 ? whole : `${whole}.${rest}`) as `${number}`);
}
