import { z } from "zod";
import { productRules } from "../../../product-rules.ts";
import { amountProblem, type Locale, minor, PROFILE_CURRENCIES, typedAmount } from "../../money/minor.ts";

const { min_payout_minimum_minor, min_payout_maximum_minor } = productRules.payout;

const amountIn = (currency: string, locale: Locale) =>
  typedAmount(currency, locale, {
    isAllowed: (amount) => amount <= min_payout_maximum_minor,
    text: "errors.payout.minimum",
  });

/** What the confirmation showed. */
const seen_fee_minor = z.coerce
  .number("errors.payout.fee_changed")
  .pipe(z.int("errors.payout.fee_changed").nonnegative("errors.payout.fee_changed"))
  .transform(minor)
  .optional();

/** Empty means all. */
export function withdrawalForm(locale: Locale) {
  return z
    .object({
      currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
      amount: z.string().optional(),
      seen_fee_minor,
    })
    .transform(({ currency, amount, seen_fee_minor }, context) => {
      const parsed = amountIn(currency, locale).safeParse(amount);
      if (parsed.success) return { currency, amount_minor: parsed.data, seen_fee_minor };
      const message = amountProblem(amount ?? "", locale, currency, "errors.payout.minimum");
      context.addIssue({ code: "custom", path: ["amount"], message });
      return z.NEVER;
    });
}

export function withdrawalCall(currency: string) {
  return z
    .object({
      currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required").nullish(),
      amount: z.union([z.string(), z.number().transform(String)], "errors.payout.minimum").nullish(),
      /** As quoted; refuses another. */
      fee_minor: z.int("errors.payout.fee_changed").nonnegative("errors.payout.fee_changed").nullish(),
    })
    .transform((call, context) => {
      const parsed = withdrawalForm("en").safeParse({
        currency: call.currency ?? currency,
        amount: call.amount ?? undefined,
        seen_fee_minor: call.fee_minor ?? undefined,
      });
      if (parsed.success) return parsed.data;
      const message = parsed.error.issues[0]?.message ?? "errors.payout.minimum";
      context.addIssue({ code: "custom", path: ["amount"], message });
      return z.NEVER;
    });
}

const agreedMinor = z.coerce
  .number("errors.payout.set_off.changed")
  .pipe(z.int("errors.payout.set_off.changed").positive("errors.payout.set_off.changed"));

export const setOffForm = z.object({
  from_currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
  from_minor: agreedMinor,
  debt_currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
  debt_minor: agreedMinor,
});

export const payoutsPage = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "errors.api.field")
    .default("1")
    .transform(Number),
  after: z.guid("errors.api.field").optional(),
});

export function payoutSettingsForm(currency: string, locale: Locale) {
  return z.object({
    payout_type_id: z.enum(["1", "2"], "errors.payout_type.failed").transform((id) => (id === "1" ? 1 : 2)),
    payout_method: z.enum(["BANK", "PAXUM"], "errors.payout_type.failed"),
    min_payout: typedAmount(currency, locale, {
      isAllowed: (amount) => amount >= min_payout_minimum_minor && amount <= min_payout_maximum_minor,
      text: "errors.min_payout.range",
    }),
  });
}
