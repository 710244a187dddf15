import { z } from "zod";
import { truth } from "../typed-text/tick.schema.ts";
import { PAYMENT_TYPES } from "./provider-port.ts";

/** What whoever pays by a call says, as the forms of the pages have it under other names (docs/product.md, 9.14). */

/** An amount with a point, or as a number. */
export const amountField = z.union([z.string(), z.number().transform(String)], "errors.amount.invalid");

/** Yes or no, or left out, which is no; as a form's tick. */
export const tickField = truth("errors.api.truth")
  .nullish()
  .transform((ticked) => (ticked ? "1" : undefined));

export const textField = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);

/** One of the ids of GET /api/countries. */
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

/**
 * Parses a call's fields by a form of the pages, whose rules are the only ones, and tells what is wrong under the call's own
 * names. Undefined where something is.
 */
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
