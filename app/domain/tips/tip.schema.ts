import { z } from "zod";
import type { Rules } from "../../product-settings.ts";
import type { Locale, Minor } from "../money/minor.ts";
import { pageNumber } from "../page-number.schema.ts";
import {
  amountFields,
  payCurrency,
  payerCountry,
  payerEmail,
  paymentType,
  readAmount,
  senderMessage,
  senderName,
  typedOrChosen,
  wantedType,
} from "../payments/payer.schema.ts";
import { truth } from "../typed-text.schema.ts";

// Compiled once; receiver-dependent parts follow per form. `every` is kept for a refused form.
const amountObject = z.object({ ...amountFields, every: z.string().max(10).optional().catch(undefined) });

export function amountForm(receiver: {
  currency: string;
  locale: Locale;
  items: readonly { id: string; amount_minor: Minor }[];
  minimum_minor?: number;
  amounts?: { are_offered: boolean };
  rules: Rules;
}) {
  const { tip } = receiver.rules;
  const minimum = receiver.minimum_minor ?? tip.minimum_minor;
  return amountObject.transform((posted, context): { amount_minor: Minor; item_id: string | null } => {
    const form = typedOrChosen(posted);
    const item =
      form.amount === undefined
        ? receiver.items.find((each) => `item-${each.id}` === form.choice)
        : undefined;
    if (item) return { amount_minor: item.amount_minor, item_id: item.id };
    if (receiver.amounts?.are_offered === false) {
      context.addIssue({ code: "custom", path: ["choice"], message: "errors.amount.only_items" });
      return z.NEVER;
    }
    const choice = form.choice?.startsWith("item-") ? undefined : form.choice;
    const limits = { ...receiver, minimum_minor: minimum, maximum_minor: tip.maximum_minor };
    const read = readAmount({ ...form, choice }, limits);
    if ("amount_minor" in read) return { ...read, item_id: null };
    context.addIssue({ code: "custom", path: ["amount"], message: read.problem });
    return z.NEVER;
  });
}

/** A price in another currency, set later, does not apply. */
export function messagePriceOf<Price extends number>(tip: {
  currency: string;
  profile_currency: string;
  default_price_per_message_minor: Price | null;
}): Price | null {
  return tip.profile_currency === tip.currency ? tip.default_price_per_message_minor : null;
}

/** docs/product.md, 3.3. */
export function isMessageBelowPrice(tip: {
  message: string | null | undefined;
  amount_minor: number;
  default_price_per_message_minor: number | null;
}): boolean {
  const { message, amount_minor, default_price_per_message_minor: price } = tip;
  return message != null && price !== null && amount_minor < price;
}

export const tipsPage = z.object({
  page: pageNumber,
  after: z.guid("errors.api.field").optional(),
  only_new: truth("errors.api.truth").default(false),
});

export const supportersPage = z.object({
  page: pageNumber,
  after: z.guid("errors.api.field").optional(),
});

const day = z.iso.date("errors.api.field").refine((text) => text >= "1970", "errors.api.field");

export const salesPage = z.object({
  page: pageNumber,
  after: z.guid("errors.api.field").optional(),
  from: day.optional(),
  to: day.optional(),
});

const FANS_PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\d{1,5})$/;

export const fansPage = z.object({
  page: pageNumber,
  before: z.iso
    .datetime("errors.api.field")
    .refine((text) => text >= "1970", "errors.api.field")
    .transform((text) => new Date(text))
    .optional(),
  after: z
    .string()
    .regex(FANS_PLACE, "errors.api.field")
    .transform((text) => {
      const [, at = "", skip] = FANS_PLACE.exec(text) ?? [];
      return { at: new Date(at), skip: Number(skip) };
    })
    .refine(({ at }) => at.getTime() >= 0, "errors.api.field")
    .optional(),
});

export const readAllForm = z.object({
  seen_at: z.iso.datetime("errors.reply.seen_at").transform((at) => new Date(at)),
});

export const tick = z.preprocess((value) => value === "1" || value === "on", z.boolean());

const detailsObject = ({ content }: Rules) =>
  z.object({
    name: senderName,
    message: senderMessage(content),
    remove_image: tick,
    show_on_page: tick,
  });

/** Step 2: voluntary data. */
export function detailsForm(receiver: {
  amount_minor: number;
  default_price_per_message_minor: number | null;
  rules: Rules;
}) {
  return detailsObject(receiver.rules).transform((form, context) => {
    if (isMessageBelowPrice({ ...receiver, message: form.message }))
      context.addIssue({ code: "custom", path: ["message"], message: "errors.message.price" });
    return form;
  });
}

/** `words` is null where none are possible. */
export function laterWordsForm(
  words: { amount_minor: number; default_price_per_message_minor: number | null } | null,
  { hasImage, rules }: { hasImage: boolean; rules: Rules },
) {
  return detailsObject(rules)
    .omit({ remove_image: true })
    .superRefine(({ name, message }, context) => {
      if (name === undefined && message === undefined && !hasImage)
        context.addIssue({ code: "custom", path: ["message"], message: "errors.message.nothing" });
      if (words && isMessageBelowPrice({ ...words, message }))
        context.addIssue({ code: "custom", path: ["message"], message: "errors.message.price_later" });
    });
}

export const paymentChoiceForm = z
  .object({
    type: wantedType,
    country: payerCountry,
    pay_currency: payCurrency,
    email: payerEmail.catch(undefined),
    share_email: tick,
  })
  .transform((form) => ({ ...form, share_email: form.share_email && form.email !== undefined }));

const paymentObject = z.object({
  type: paymentType,
  country: payerCountry,
  pay_currency: payCurrency,
  email: payerEmail,
  share_email: tick,
});

export const paymentForm = paymentObject.refine((form) => !form.share_email || form.email !== undefined, {
  path: ["email"],
  message: "errors.email.to_share",
});

/** Steps 2 and 3, except the picture (docs/product.md, 5.4). */
export function summaryForm(receiver: {
  amount_minor: number;
  default_price_per_message_minor: number | null;
  rules: Rules;
}) {
  const words = detailsObject(receiver.rules).omit({ remove_image: true });
  return z.object({ ...words.shape, ...paymentObject.shape, remember: tick }).superRefine((form, context) => {
    if (isMessageBelowPrice({ ...receiver, message: form.message }))
      context.addIssue({ code: "custom", path: ["message"], message: "errors.message.price" });
    if (form.share_email && form.email === undefined)
      context.addIssue({ code: "custom", path: ["email"], message: "errors.email.to_share" });
  });
}

export type SummaryChoice = z.output<ReturnType<typeof summaryForm>>;
export type PaymentChoice = z.output<typeof paymentChoiceForm>;
