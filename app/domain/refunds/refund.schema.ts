import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { type Locale, minor, PROFILE_CURRENCIES, typedAmount } from "../money/minor.ts";
import { cleanWords, reasonText } from "../typed-text.schema.ts";

const amountOf = (currency: string, locale: Locale) =>
  typedAmount(currency, locale, { isAllowed: (amount) => amount > 0, text: "errors.refund.amount" });

const seenLeft = z
  .string("errors.refund.changed")
  .regex(/^\d{1,15}$/, "errors.refund.changed")
  .transform((text) => minor(Number(text)));

const reason = reasonText(productRules.reason_characters_maximum);

export const writeOffForm = z.object({
  creator_id: z.guid("errors.refund.unknown"),
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
  reason,
});

export const refundPreviewForm = (currency: string, locale: Locale) =>
  z.object({
    amount: amountOf(currency, locale),
    goodwill: z
      .literal("on")
      .optional()
      .transform((ticked) => ticked === "on"),
  });

export const operatorRefund = (currency: string, locale: Locale) =>
  refundPreviewForm(currency, locale).extend({ reason, seen_left: seenLeft });

export const creatorRefundPreview = (currency: string, locale: Locale) =>
  z.object({ amount: amountOf(currency, locale) });

export const creatorRefund = (currency: string, locale: Locale) =>
  creatorRefundPreview(currency, locale).extend({ seen_left: seenLeft });

const { minimum, maximum } = productRules.refund.request_characters;

export const refundRequestForm = z.object({
  intent: z.literal("refund"),
  reason: z
    .string("errors.refund.why")
    .overwrite(cleanWords)
    .min(minimum, "errors.refund.why")
    .max(maximum, "errors.reason.long"),
});

export const refundAnswerForm = z.object({ reason: reasonText(productRules.reason_characters_maximum) });
