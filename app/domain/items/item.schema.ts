import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { UNSEEN } from "../moderation/typed-text.schema.ts";
import { type Locale, type Minor, parseAmount } from "../money/minor.ts";

const { minimum_minor, maximum_minor, name_characters } = productRules.item;

/** A line of text without control characters; lengths are counted as a person counts, after trimming. */
const name = z
  .string("errors.item.name")
  .transform((text) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim())
  .refine((text) => {
    const { length } = [...text];
    const seen = [...text.replace(UNSEEN, "")].length;
    return length <= name_characters.maximum && seen > 0 && length >= name_characters.minimum;
  }, "errors.item.name");

const amount = (currency: string, locale: Locale) =>
  z
    .string("errors.item.amount")
    .max(40, "errors.item.amount")
    .transform((text, context): Minor => {
      const typed = parseAmount(text, locale, currency);
      if (typed !== null && typed >= minimum_minor && typed <= maximum_minor) return typed;
      const isCommaForDot = typed === null && /^\d+,\d{1,2}$/.test(text.trim());
      context.addIssue({
        code: "custom",
        message: isCommaForDot ? "errors.item.comma" : "errors.item.amount",
      });
      return z.NEVER;
    });

/** A new tribute item, priced in the creator's currency. The picture is judged by its content, elsewhere. */
export const itemForm = (currency: string, locale: Locale) =>
  z.object({
    name,
    amount: amount(currency, locale),
    /** A picture that came with the form before, when something else was wrong. */
    image_id: z.guid().optional().catch(undefined),
    remove_image: z.preprocess((value) => value === "1" || value === "on", z.boolean()),
  });

/** Where an item goes: one place on, or to a place counted from 0. */
export const itemMove = z.union([
  z.object({ to: z.enum(["earlier", "later"]) }).transform(({ to }) => to),
  z.object({ position: z.coerce.number().int().min(0).max(1000) }).transform(({ position }) => position),
]);
