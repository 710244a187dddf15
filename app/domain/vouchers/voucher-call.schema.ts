import { z } from "zod";
import { amountField, byForm, countryIdField, textField, typeField } from "../payments/payer.schema.ts";
import { voucherForm, voucherPaymentForm } from "./voucher.schema.ts";

/** By the steps' rules (docs/product.md, 9.14). */
export function voucherCall(countryOf: (id: number) => string | null) {
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
      const words = byForm(voucherForm("en"), fields, context, { country: "country_id" });
      const pay_currency = call.pay_currency ?? currency;
      const payment = byForm(voucherPaymentForm, { type, pay_currency }, context);
      if (!words || !payment) return z.NEVER;
      return { words, payment, seen_charged_minor: call.charged_minor ?? null };
    });
}
