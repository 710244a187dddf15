import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import type { Quote } from "../../domain/payments/quote.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import type { StepDraft } from "./tip-steps.server.ts";

/** Stored with the moment of the press; null for a tip that is paid once. */
export function consentOf(
  context: Readonly<RouterContextProvider>,
  draft: Pick<StepDraft, "is_monthly" | "payment_type">,
  price: Pick<Quote, "total_minor" | "currency"> | null,
): string | null {
  if (!draft.is_monthly || !price) return null;
  const t = getTexts(context, "tip");
  const day = Number(businessDate(context.get(servicesContext).clock()).slice(8));
  const values = { day, total: formatAmount(price.total_minor, price.currency, getLocale(context)) };
  const text = t("monthly.consent", values);
  if (draft.payment_type !== "INETCASH_DD") return text;
  return `${text} ${t("monthly.debit", { days: productRules.series.reminder_days })}`;
}
