import type { RouterContextProvider } from "react-router";
import { feeInAdvance, feeRules } from "../../domain/money/fee.ts";
import { formatPercent } from "../../domain/money/formats.ts";
import { formatAmount, toTyped } from "../../domain/money/minor.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";
import { rulesOf } from "../../http/rules.server.ts";

/** Null where the currency is chosen. */
export function feeLine(context: Readonly<RouterContextProvider>, currency: string | null): string {
  const locale = getLocale(context);
  const t = getTexts(context, "tip");
  const { lowest_bps, minimum_minor, varies } = feeInAdvance(feeRules(rulesOf(context)));
  const rate = formatPercent(lowest_bps, locale);
  const least =
    currency === null ? toTyped(minimum_minor, "EUR", locale) : formatAmount(minimum_minor, currency, locale);
  return t(varies ? "amount.feeFrom" : "amount.fee", {
    rate: minimum_minor === 0 ? rate : t("amount.feeLeast", { rate, least }),
  });
}
