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

/** The forms of buying a voucher, shared by page, action and API; messages are keys of locales/errors. */

/** What the voucher is worth, what is said with it, and who buys it (docs/product.md, 5.12). */
export function voucherForm(locale: Locale) {
  return z
    .object({
      ...amountFields,
      currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
      message: senderMessage,
      sender_name: senderName,
      email: payerEmail.refine((email) => email !== undefined, "errors.email.required"),
      country: payerCountry,
    })
    .transform((form, context) => {
      const { amount, choice, ...rest } = form;
      const { minimum_minor, maximum_minor } = productRules.voucher;
      const limits = { currency: form.currency, locale, minimum_minor, maximum_minor };
      const read = readAmount({ amount, choice }, limits);
      if ("amount_minor" in read) return { ...rest, email: rest.email ?? "", ...read };
      const message = VOUCHERS_OWN[read.problem] ?? read.problem;
      context.addIssue({ code: "custom", path: ["amount"], message });
      return z.NEVER;
    });
}

/** What a tip's texts say of tips. */
const VOUCHERS_OWN: Record<string, string> = {
  "errors.amount.minimum": "errors.amount.voucher_minimum",
  "errors.amount.maximum": "errors.amount.voucher_maximum",
};

/** What a form says of a voucher to be bought. */
export interface VoucherWords {
  amount_minor: Minor;
  currency: string;
  message?: string | undefined;
  sender_name?: string | undefined;
  email: string;
  country: string;
}

/** How it is paid, while that is being chosen: the price is asked for anew. */
export const voucherChoiceForm = z.object({ type: wantedType, pay_currency: payCurrency });

/** How it is paid. */
export const voucherPaymentForm = z.object({ type: paymentType, pay_currency: payCurrency });
