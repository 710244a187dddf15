import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { amountProblem, type Locale, type Minor, parseAmount } from "../money/minor.ts";
import { cleanLine, UNSEEN } from "../typed-text.schema.ts";

const { name_characters } = productRules.item;

type TipLimits = Pick<Rules["tip"], "minimum_minor" | "maximum_minor">;

export function itemLimits({ minimum_minor, maximum_minor }: TipLimits): TipLimits {
  return { minimum_minor: Math.max(productRules.item.minimum_minor, minimum_minor), maximum_minor };
}

const name = z
  .string("errors.item.name")
  .overwrite(cleanLine)
  .refine((text) => {
    const { length } = [...text];
    const seen = [...text.replace(UNSEEN, "")].length;
    return length <= name_characters.maximum && seen > 0 && length >= name_characters.minimum;
  }, "errors.item.name");

const amount = (currency: string, locale: Locale, tip: TipLimits, text = "errors.item.amount") => {
  const { minimum_minor, maximum_minor } = itemLimits(tip);
  return z
    .string(text)
    .max(40, text)
    .transform((given, context): Minor => {
      const typed = parseAmount(given, locale, currency);
      if (typed !== null && typed >= minimum_minor && typed <= maximum_minor) return typed;
      const isCommaForDot = typed === null && /^\d+,\d{1,2}$/.test(given.trim());
      context.addIssue({
        code: "custom",
        message: isCommaForDot ? "errors.item.comma" : amountProblem(given, locale, currency, text),
      });
      return z.NEVER;
    });
};

export const itemForm = (currency: string, locale: Locale, tip: TipLimits) =>
  z.object({
    name,
    amount: amount(currency, locale, tip),
    image_id: z.guid().optional().catch(undefined),
    remove_image: z.preprocess((value) => value === "1" || value === "on", z.boolean()),
  });

export const itemCall = (currency: string, tip: TipLimits) =>
  z.object({
    name,
    amount: z
      .union([z.string(), z.number().transform(String)], "errors.api.item_amount")
      .pipe(amount(currency, "en", tip, "errors.api.item_amount")),
    mediafile_id: z.guid("errors.item.image_unknown").nullish(),
  });

const place = z.int("errors.api.field").min(0, "errors.api.field").max(1000, "errors.api.field");

export const itemMove = z.union([
  z.object({ to: z.enum(["earlier", "later"]) }).transform(({ to }) => to),
  z.object({ position: z.coerce.number().pipe(place) }).transform(({ position }) => position),
]);

export const itemOrder = z.object({
  order: z
    .union(
      [
        z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number),
        z.number(),
      ],
      "errors.api.field",
    )
    .pipe(place),
});
