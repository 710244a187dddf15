import { z } from "zod";
import { LOCALES } from "../../../locales/index.ts";
import { productRules } from "../../product-rules.ts";
import { amountProblem, type Locale, PROFILE_CURRENCIES, parseAmount } from "../money/minor.ts";
import { ticked, truth } from "../typed-text.schema.ts";

/** Nothing typed, or null, is none. */
function amountBetween(minimum: number, maximum: number, currency: string, locale: Locale, key: string) {
  return z.union([z.string(), z.number().transform(String), z.null()], key).transform((text, context) => {
    if (!text?.trim()) return null;
    const amount = parseAmount(text, locale, currency);
    if (amount !== null && amount >= minimum && amount <= maximum) return amount;
    context.addIssue({ code: "custom", message: amountProblem(text, locale, currency, key) });
    return z.NEVER;
  });
}

function messagePrice(currency: string, locale: Locale) {
  const { minimum_minor, maximum_minor } = productRules.tip;
  return amountBetween(minimum_minor, maximum_minor, currency, locale, "errors.message_price.invalid");
}

const notifications = z.enum(["OFF", "DAILY", "AT_ONCE"], "errors.notifications.choose");

/** Empty for none. */
export function settingsForm(currency: string, locale: Locale) {
  return z.object({
    default_price_per_message: messagePrice(currency, locale)
      .optional()
      .transform((amount) => amount ?? null),
    email_notifications: notifications,
    locale: z.enum(LOCALES, "errors.api.locale"),
    is_paused: ticked,
  });
}

export const notificationsForm = z.object({ email_notifications: notifications });

/** Amounts with a point; what is left out stays. */
export function settingsChange(currency: string) {
  const { min_payout_minimum_minor: least, min_payout_maximum_minor: most } = productRules.payout;
  return z
    .object({
      min_payout: amountBetween(least, most, currency, "en", "errors.min_payout.invalid"),
      default_price_per_message: messagePrice(currency, "en"),
      show_online_status: truth("errors.api.truth"),
      email_notifications: notifications,
      is_paused: truth("errors.api.truth"),
    })
    .partial();
}

export const privacyForm = z.object({ show_online_status: ticked, ranking_enabled: ticked });

export const deletionForm = z.object({ forfeit_balance: ticked });

export const deletionCall = z.object({ forfeit_balance: truth("errors.api.truth").nullish() });

export const rankingCall = z.object({ ranking_enabled: truth("errors.api.truth") });

export const currencyForm = z.object({ currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required") });
