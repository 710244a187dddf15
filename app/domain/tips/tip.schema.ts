import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { UNSEEN } from "../items/item.schema.ts";
import type { Locale, Minor } from "../money/minor.ts";
import { parseAmount } from "../money/minor.ts";
import { PAYMENT_TYPES } from "../payments/provider-port.ts";

/**
 * The forms of the tip flow, one schema each, shared by page, action and API. Messages are keys of locales/errors;
 * lengths are counted as a person counts, in characters after trimming.
 */

const blankToUndefined = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

/** Step 1. A typed amount counts; else the chosen preset or tribute item. */
export function amountForm(receiver: {
  currency: string;
  locale: Locale;
  items: readonly { id: string; amount_minor: Minor }[];
  /** More than a tip's least where several share it. */
  minimum_minor?: number;
}) {
  const minimum = receiver.minimum_minor ?? productRules.tip.minimum_minor;
  return z
    .object({
      amount: z.preprocess(
        blankToUndefined,
        z.string("errors.amount.invalid").max(40, "errors.amount.invalid").optional(),
      ),
      // No browser sends what is not on the page: it counts as nothing chosen.
      choice: z.preprocess(blankToUndefined, z.string().max(60).optional().catch(undefined)),
    })
    .transform((form, context): { amount_minor: Minor; item_id: string | null } => {
      const refuse = (message: string) => {
        context.addIssue({ code: "custom", path: ["amount"], message });
        return z.NEVER;
      };
      const item =
        form.amount === undefined
          ? receiver.items.find((each) => `item-${each.id}` === form.choice)
          : undefined;
      if (item) return { amount_minor: item.amount_minor, item_id: item.id };
      // An item that its creator took away meanwhile is no choice any more.
      const text = form.amount ?? (form.choice?.startsWith("item-") ? undefined : form.choice);
      if (text === undefined) return refuse("errors.amount.required");
      const amount = parseAmount(text, form.amount === undefined ? "en" : receiver.locale, receiver.currency);
      if (amount === null) return refuse("errors.amount.invalid");
      if (amount < minimum) return refuse("errors.amount.minimum");
      if (amount > productRules.tip.maximum_minor) return refuse("errors.amount.maximum");
      return { amount_minor: amount, item_id: null };
    });
}

/** A line of text without control characters; what was typed is kept otherwise. Nothing to be seen is nothing. */
const line = (maximum: number, message: string) =>
  z.preprocess(
    blankToUndefined,
    z
      .string(message)
      .transform((text) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim())
      .refine((text) => [...text].length <= maximum, message)
      .transform((text) => (text.replace(UNSEEN, "") === "" ? undefined : text))
      .optional(),
  );

/**
 * The creator's price for messages as far as it concerns this tip: a price in another currency was set after the tip was
 * begun, when the creator had changed the currency, and says nothing about the tip's amount.
 */
export function messagePriceOf<Price extends number>(tip: {
  currency: string;
  profile_currency: string;
  default_price_per_message_minor: Price | null;
}): Price | null {
  return tip.profile_currency === tip.currency ? tip.default_price_per_message_minor : null;
}

/** Whether a tip is too small for the message with it: the creator has a price for messages (docs/product.md, 3.3). */
export function isMessageBelowPrice(tip: {
  message: string | null | undefined;
  amount_minor: number;
  default_price_per_message_minor: number | null;
}): boolean {
  const { message, amount_minor, default_price_per_message_minor: price } = tip;
  return message != null && price !== null && amount_minor < price;
}

/** Words of more than one line, without other control characters. */
const messageText = (maximum: number, tooLong: string) =>
  z
    .string(tooLong)
    .transform((text) =>
      text
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu, "")
        .trim(),
    )
    .refine((text) => [...text].length <= maximum, tooLong);

/** A creator's thank-you: own words, or the ready ones. */
export const replyForm = z
  .object({
    message: messageText(productRules.reply.characters_maximum, "errors.reply.long").optional(),
    ready: z.literal("1").optional().catch(undefined),
    return_to: z.string().max(2000).optional().catch(undefined),
  })
  .refine((form) => form.ready !== undefined || Boolean(form.message?.replace(UNSEEN, "")), {
    path: ["message"],
    message: "errors.reply.required",
  });

/** "Mark all as read": what could be seen when the page was made. */
export const readAllForm = z.object({
  seen_at: z.iso.datetime("errors.reply.seen_at").transform((at) => new Date(at)),
  /** Which list the button stood under. */
  show: z.string().optional().catch(undefined),
});

/** Step 2: voluntary data. The image is judged by its content, elsewhere. */
export function detailsForm(receiver: {
  amount_minor: number;
  default_price_per_message_minor: number | null;
}) {
  return z
    .object({
      name: line(productRules.tip.sender_name_characters_maximum, "errors.name.long"),
      message: z.preprocess(
        blankToUndefined,
        messageText(productRules.tip.message_characters_maximum, "errors.message.long")
          .transform((text) => text || undefined)
          .optional(),
      ),
      remove_image: z.preprocess((value) => value === "1" || value === "on", z.boolean()),
      show_on_page: z.preprocess((value) => value === "1" || value === "on", z.boolean()),
    })
    .refine((form) => !isMessageBelowPrice({ ...receiver, message: form.message }), {
      path: ["message"],
      message: "errors.message.price",
    });
}

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/;

const email = z.preprocess(
  blankToUndefined,
  z
    .string("errors.email.invalid")
    .trim()
    .max(254, "errors.email.invalid")
    .regex(EMAIL, "errors.email.invalid")
    .optional(),
);
const country = z.string("errors.country.required").regex(/^[A-Z]{2}$/, "errors.country.required");
const payCurrency = z.string("errors.currency.required").regex(/^[A-Z]{3}$/, "errors.currency.required");

/** Step 3 while it is being filled in: the price is asked for anew, and what is not yet right is left for later. */
export const paymentChoiceForm = z.object({
  type: z.enum(PAYMENT_TYPES).optional().catch(undefined),
  country,
  pay_currency: payCurrency,
  email: email.catch(undefined),
  share_email: z.preprocess((value) => value === "1" || value === "on", z.boolean()),
});

/** Step 3: how the fan pays, from where, in what; and the email for receipt and thank-you. */
export const paymentForm = z
  .object({
    type: z.enum(PAYMENT_TYPES, "errors.type.required"),
    country,
    pay_currency: payCurrency,
    email,
    share_email: z.preprocess((value) => value === "1" || value === "on", z.boolean()),
  })
  .refine((form) => !form.share_email || form.email !== undefined, {
    path: ["email"],
    message: "errors.email.to_share",
  });

export type PaymentChoice = z.output<typeof paymentChoiceForm>;
