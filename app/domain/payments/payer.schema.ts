import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import type { ContentRules } from "../../product-settings.ts";
import { emailAddress } from "../email-address.schema.ts";
import { amountProblem, type Locale, type Minor, parseAmount } from "../money/minor.ts";
import { blankToUndefined, line, messageText, truth } from "../typed-text.schema.ts";
import { PAYMENT_TYPES } from "./provider-port.ts";

/** Pages' forms use other names (docs/product.md, 9.14). */

export const amountField = z.union([z.string(), z.number().transform(String)], "errors.amount.invalid");

export const tickField = truth("errors.api.truth")
  .nullish()
  .transform((ticked) => (ticked ? "1" : undefined));

export const textField = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);

export const countryIdField = z.union(
  [
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number),
    z.int(),
  ],
  "errors.country.required",
);

export const typeField = z.enum(PAYMENT_TYPES, "errors.type.required");

/** Errors have the call's names. Undefined on error. */
export function byForm<Value>(
  form: z.ZodType<Value>,
  fields: Record<string, unknown>,
  context: z.RefinementCtx,
  names: Readonly<Record<string, string>> = {},
): Value | undefined {
  const parsed = form.safeParse(fields);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    const [field = ""] = path.map(String);
    context.addIssue({ code: "custom", path: [names[field] ?? field], message });
  }
  return undefined;
}

/** A typed amount counts, else the chosen preset; unknown presets are none. */
export const amountFields = {
  amount: z.preprocess(
    blankToUndefined,
    z.string("errors.amount.invalid").max(40, "errors.amount.invalid").optional(),
  ),
  choice: z.preprocess(blankToUndefined, z.string().max(60).optional().catch(undefined)),
  given_amount: z.preprocess(blankToUndefined, z.string().max(40).optional().catch(undefined)),
};

/** Drops an amount that the page filled in before a choice. */
export function typedOrChosen<Form extends { amount?: string | undefined; choice?: string | undefined }>(
  form: Form & { given_amount?: string | undefined },
): Form {
  return form.choice !== undefined && form.amount === form.given_amount
    ? { ...form, amount: undefined }
    : form;
}

export function readAmount(
  form: { amount?: string | undefined; choice?: string | undefined },
  limits: { currency: string; locale: Locale; minimum_minor: number; maximum_minor: number },
): { amount_minor: Minor } | { problem: string } {
  const text = form.amount ?? form.choice;
  if (text === undefined) return { problem: "errors.amount.required" };
  const locale = form.amount === undefined ? "en" : limits.locale;
  const amount = parseAmount(text, locale, limits.currency);
  if (amount === null)
    return { problem: amountProblem(text, locale, limits.currency, "errors.amount.invalid") };
  if (amount < limits.minimum_minor) return { problem: "errors.amount.minimum" };
  return amount > limits.maximum_minor ? { problem: "errors.amount.maximum" } : { amount_minor: amount };
}

export const senderName = line(productRules.tip.sender_name_characters_maximum, "errors.name.long");

export const senderMessage = ({ message_characters_maximum }: ContentRules) =>
  z.preprocess(
    blankToUndefined,
    messageText(message_characters_maximum, "errors.message.long")
      .transform((text) => text || undefined)
      .optional(),
  );

export const payerEmail = z.preprocess(
  blankToUndefined,
  emailAddress("errors.email.invalid", "errors.email.invalid").optional(),
);
export const payerCountry = z
  .string("errors.country.required")
  .regex(/^[A-Z]{2}$/, "errors.country.required");
export const payCurrency = z
  .string("errors.currency.required")
  .regex(/^[A-Z]{3}$/, "errors.currency.required");
export const paymentType = z.enum(PAYMENT_TYPES, "errors.type.required");
export const wantedType = z.enum(PAYMENT_TYPES).optional().catch(undefined);
