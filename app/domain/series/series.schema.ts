import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { emailAddress } from "../email-address.schema.ts";
import type { Locale } from "../money/minor.ts";
import { amountFields, readAmount } from "../payments/payer.schema.ts";
import { line, lineOrNull } from "../typed-text.schema.ts";

const upTo = (maximum: number, problem: string) =>
  z
    .string(problem)
    .regex(/^[1-9]\d?$/, problem)
    .transform(Number)
    .refine((count) => count <= maximum, problem);

const LAST_DAY = 31;

export const seriesDayForm = z.object({
  intent: z.literal("day"),
  day: upTo(LAST_DAY, "errors.api.field"),
});

export const seriesPauseForm = z.object({
  intent: z.literal("pause"),
  months: upTo(productRules.series.pause_months_maximum, "errors.api.field"),
});

/** `seen_total`: what the fan saw before the second press, in minor units. */
export function seriesAmountForm(given: {
  currency: string;
  locale: Locale;
  minimum_minor: number;
  rules: Rules;
}) {
  const limits = { ...given, maximum_minor: given.rules.tip.maximum_minor };
  return z
    .object({
      intent: z.literal("amount"),
      amount: amountFields.amount,
      seen_total: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .optional()
        .catch(undefined),
    })
    .transform(({ amount, seen_total }, context) => {
      const read = readAmount({ amount }, limits);
      if ("amount_minor" in read) return { ...read, seen_total };
      context.addIssue({
        code: "custom",
        path: ["amount"],
        message: amount === undefined ? "errors.amount.invalid" : read.problem,
      });
      return z.NEVER;
    });
}

export const seriesLinksForm = z.object({
  email: emailAddress("errors.email.invalid", "errors.email.invalid"),
});

const { name_characters, contract_characters, reason_characters } = productRules.series.declaration;

const NO_NAME = "errors.report.name";

/** What is left out means all, at once. */
export const declarationForm = z.object({
  name: lineOrNull(name_characters, "errors.line.long", NO_NAME).refine((name) => name !== null, NO_NAME),
  email: emailAddress("errors.email.invalid", "errors.email.invalid"),
  contract: line(contract_characters, "errors.line.long"),
  until: line(name_characters, "errors.line.long"),
  reason: line(reason_characters, "errors.line.long"),
});
