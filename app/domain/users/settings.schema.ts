import { z } from "zod";
import { LOCALES } from "../../../locales/index.ts";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import {
  amountProblem,
  type Locale,
  type Minor,
  PROFILE_CURRENCIES,
  parseAmount,
  typedAmount,
} from "../money/minor.ts";
import { ticked, truth } from "../typed-text.schema.ts";

/** Empty and null are none. */
type TipLimits = Pick<Rules["tip"], "minimum_minor" | "maximum_minor">;

function amountBetween(minimum: number, maximum: number, currency: string, locale: Locale, key: string) {
  return z.union([z.string(), z.number().transform(String), z.null()], key).transform((text, context) => {
    if (!text?.trim()) return null;
    const amount = parseAmount(text, locale, currency);
    if (amount !== null && amount >= minimum && amount <= maximum) return amount;
    context.addIssue({ code: "custom", message: amountProblem(text, locale, currency, key) });
    return z.NEVER;
  });
}

function messagePrice(currency: string, locale: Locale, { minimum_minor, maximum_minor }: TipLimits) {
  return amountBetween(minimum_minor, maximum_minor, currency, locale, "errors.message_price.invalid");
}

const notifications = z.enum(["OFF", "DAILY", "AT_ONCE"], "errors.notifications.choose");

/** Empty for none. */
export function settingsForm(currency: string, locale: Locale, limits: TipLimits) {
  return z.object({
    default_price_per_message: messagePrice(currency, locale, limits)
      .optional()
      .transform((amount) => amount ?? null),
    email_notifications: notifications,
    locale: z.enum(LOCALES, "errors.api.locale"),
    is_paused: ticked,
  });
}

export const notificationsForm = z.object({ email_notifications: notifications });

/** With a decimal point; absent fields stay. */
export function settingsChange(currency: string, limits: TipLimits) {
  const { min_payout_minimum_minor: least, min_payout_maximum_minor: most } = productRules.payout;
  return z
    .object({
      min_payout: amountBetween(least, most, currency, "en", "errors.min_payout.invalid"),
      default_price_per_message: messagePrice(currency, "en", limits),
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

export const AMOUNT_FIELDS = [
  "amount_1",
  "amount_2",
  "amount_3",
  "amount_4",
  "amount_5",
  "amount_6",
] as const;

export interface TipAmountsSetting {
  presets_minor: Minor[] | null;
  mark: "AUTOMATIC" | "NONE" | Minor;
  only_items: boolean;
}

export function tipAmountsForm(
  currency: string,
  locale: Locale,
  { minimum_minor, maximum_minor }: TipLimits,
) {
  const { own_amounts } = productRules.tip;
  const field = typedAmount(currency, locale, {
    isAllowed: (amount) => amount >= minimum_minor && amount <= maximum_minor,
    text: "errors.message_price.invalid",
  });
  const fields = {
    ...{ amount_1: field, amount_2: field, amount_3: field },
    ...{ amount_4: field, amount_5: field, amount_6: field },
  } satisfies Record<(typeof AMOUNT_FIELDS)[number], typeof field>;
  return z
    .object({
      ...fields,
      mark: z.enum(["AUTOMATIC", "NONE", ...AMOUNT_FIELDS], "errors.tip_amounts.mark"),
      only_items: ticked,
    })
    .transform(({ mark, only_items, ...typed }, context): TipAmountsSetting => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      const filled = AMOUNT_FIELDS.flatMap((name) => typed[name] ?? []);
      if (filled.length > 0 && filled.length < own_amounts.minimum)
        refuse(AMOUNT_FIELDS.find((name) => typed[name] === null) ?? "amount_1", "errors.tip_amounts.few");
      for (const [place, name] of AMOUNT_FIELDS.entries()) {
        const earlier = AMOUNT_FIELDS.slice(0, place).some((each) => typed[each] === typed[name]);
        if (typed[name] !== null && earlier) refuse(name, "errors.tip_amounts.twice");
      }
      const marked = mark === "AUTOMATIC" || mark === "NONE" ? mark : typed[mark];
      if (marked === null) refuse("mark", "errors.tip_amounts.mark");
      return {
        presets_minor: filled.length === 0 ? null : filled.sort((a, b) => a - b),
        mark: marked ?? "NONE",
        only_items,
      };
    });
}
