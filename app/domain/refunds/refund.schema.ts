import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { type Locale, minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { typedAmount } from "../money/typed-amount.ts";
import { reasonText } from "../typed-text/typed-text.schema.ts";

/** The forms of refunds; messages are keys of texts. */

/** An amount of the tip as it is typed in the reader's language; nothing typed is all that is left. */
const amountOf = (currency: string, locale: Locale) =>
  typedAmount(currency, locale, { isAllowed: (amount) => amount > 0, text: "errors.refund.amount" });

/** What was left when the page was made: nobody refunds what they did not see. */
const seenLeft = z
  .string("errors.refund.changed")
  .regex(/^\d{1,15}$/, "errors.refund.changed")
  .transform((text) => minor(Number(text)));

const reason = reasonText(productRules.reason_characters_maximum);

/** Whose debt in which currency is given up, and why. */
export const writeOffForm = z.object({
  creator_id: z.guid("errors.refund.unknown"),
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
  reason,
});

/** What an operator asks for, before the split is shown. */
export const refundPreviewForm = (currency: string, locale: Locale) =>
  z.object({
    amount: amountOf(currency, locale),
    goodwill: z
      .literal("on")
      .optional()
      .transform((ticked) => ticked === "on"),
  });

/** The same, once the split was seen, and why. */
export const operatorRefund = (currency: string, locale: Locale) =>
  refundPreviewForm(currency, locale).extend({ reason, seen_left: seenLeft });

export const creatorWish = (currency: string, locale: Locale) =>
  z.object({ amount: amountOf(currency, locale) });

export const creatorRefund = (currency: string, locale: Locale) =>
  creatorWish(currency, locale).extend({ seen_left: seenLeft });
