import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { type Locale, type Minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import {
  amountFields,
  payCurrency,
  payerCountry,
  payerEmail,
  paymentType,
  readAmount,
  senderMessage,
  senderName,
  wantedType,
} from "../payments/payer.schema.ts";

/** Reports all errors at once (docs/product.md, 5.12). */
export function voucherForm(locale: Locale) {
  const { minimum_minor, maximum_minor } = productRules.voucher;
  // All three currencies have hundredths.
  const read = (form: Parameters<typeof readAmount>[0]) =>
    readAmount(form, { currency: "EUR", locale, minimum_minor, maximum_minor });
  return z
    .object({
      ...amountFields,
      currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
      message: senderMessage,
      sender_name: senderName,
      email: payerEmail,
      country: payerCountry,
    })
    .superRefine(
      (form, context) => {
        const refuse = (field: string, message: string) =>
          context.addIssue({ code: "custom", path: [field], message });
        // Other types were refused at the field.
        const isTyped = [form.amount, form.choice].every((text) =>
          ["string", "undefined"].includes(typeof text),
        );
        const amount = isTyped ? read(form) : null;
        if (amount && "problem" in amount) refuse("amount", VOUCHERS_OWN[amount.problem] ?? amount.problem);
        if (form.email === undefined) refuse("email", "errors.email.required");
      },
      { when: () => true },
    )
    .transform(({ amount, choice, ...form }): VoucherWords => {
      const typed = read({ amount, choice });
      if ("problem" in typed || form.email === undefined) return z.NEVER;
      return { ...form, email: form.email, ...typed };
    });
}

/** Replaces texts about tips. */
const VOUCHERS_OWN: Record<string, string> = {
  "errors.amount.minimum": "errors.amount.voucher_minimum",
  "errors.amount.maximum": "errors.amount.voucher_maximum",
};

export interface VoucherWords {
  amount_minor: Minor;
  currency: string;
  message?: string | undefined;
  sender_name?: string | undefined;
  email: string;
  country: string;
}

export const voucherChoiceForm = z.object({ type: wantedType, pay_currency: payCurrency });

export const voucherPaymentForm = z.object({ type: paymentType, pay_currency: payCurrency });
