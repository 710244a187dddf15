import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import type { ContentRules } from "../../product-settings.ts";
import { emailAddress } from "../email-address.schema.ts";
import { type Locale, type Minor, minor } from "../money/minor.ts";
import {
  amountField,
  amountFields,
  byForm,
  countryIdField,
  payCurrency,
  payerCountry,
  payerEmail,
  paymentType,
  readAmount,
  senderMessage,
  senderName,
  textField,
  typeField,
  wantedType,
} from "../payments/payer.schema.ts";

export function readTypedCode(typed: string): string | null {
  const code = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  const { code_characters } = productRules.voucher;
  return code.length === code_characters && /^[0-9A-HJKMNP-TV-Z]+$/.test(code) ? code : null;
}

export function groupCode(code: string): string {
  return code.match(/.{4}/g)?.join("-") ?? code;
}

/** For support; it opens nothing. */
export function endOfCode(code: string): string {
  return code.slice(-4);
}

const typedCode = z
  .string("errors.voucher.code_required")
  .trim()
  .min(1, "errors.voucher.code_required")
  .max(100, "errors.voucher.code_shape")
  .transform((typed, context) => {
    const code = readTypedCode(typed);
    if (code !== null) return code;
    context.addIssue({ code: "custom", message: "errors.voucher.code_shape" });
    return z.NEVER;
  });

export const checkForm = z.object({ voucher_code: typedCode });

export const codeCall = z.object({ code: typedCode });

export const redeemCall = codeCall.extend({ seen_credit_minor: z.int().nonnegative().nullish() });

export const redeemForm = z.object({
  voucher: z.string("errors.voucher.changed").max(300, "errors.voucher.changed"),
  seen_credit: z
    .string("errors.voucher.changed")
    .regex(/^\d{1,15}$/, "errors.voucher.changed")
    .transform((text) => minor(Number(text))),
});

const email = emailAddress("errors.email.required", "errors.email.invalid");

export const withdrawalForm = z.object({ voucher_code: typedCode, email });

/** The first step's voucher, encrypted, with the address. */
export const withdrawalConfirmation = z.object({
  voucher: z.string("errors.voucher.changed").max(300, "errors.voucher.changed"),
  email,
});

export function voucherForm(locale: Locale, content: ContentRules) {
  const { voucher_minimum_minor: minimum_minor, voucher_maximum_minor: maximum_minor } = content;
  // All three currencies have hundredths.
  const read = (form: Parameters<typeof readAmount>[0]) =>
    readAmount(form, { currency: "EUR", locale, minimum_minor, maximum_minor });
  return z
    .object({
      ...amountFields,
      currency: z.enum(content.currencies, "errors.currency.required"),
      message: senderMessage(content),
      sender_name: senderName,
      email: payerEmail,
      country: payerCountry,
    })
    .superRefine(
      (form, context) => {
        const refuse = (field: string, message: string) =>
          context.addIssue({ code: "custom", path: [field], message });
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

/** By the steps' rules (docs/product.md, 9.14). */
export function voucherCall(countryOf: (id: number) => string | null, content: ContentRules) {
  return z
    .object({
      amount: amountField,
      currency: z.string("errors.currency.required"),
      message: textField,
      sender_name: textField,
      email: z.string("errors.email.required"),
      country_id: countryIdField,
      type: typeField,
      pay_currency: textField,
      charged_minor: z.int().nonnegative().nullish(),
    })
    .transform((call, context) => {
      const { amount, currency, message, sender_name, email, type } = call;
      const country = countryOf(call.country_id) ?? "";
      const fields = { choice: amount, currency, message, sender_name, email, country };
      const words = byForm(voucherForm("en", content), fields, context, { country: "country_id" });
      const pay_currency = call.pay_currency ?? currency;
      const payment = byForm(voucherPaymentForm, { type, pay_currency }, context);
      if (!words || !payment) return z.NEVER;
      return { words, payment, seen_charged_minor: call.charged_minor ?? null };
    });
}
