import { z } from "zod";
import { amountProblem, type Locale, type Minor, parseAmount } from "./minor.ts";

/** Empty is null; an invalid amount gets the rule's text. */
export function typedAmount(
  currency: string,
  locale: Locale,
  rule: { isAllowed: (amount: Minor) => boolean; text: string },
) {
  return z
    .string()
    .trim()
    .optional()
    .transform((text, context) => {
      if (!text) return null;
      const amount = parseAmount(text, locale, currency);
      if (amount !== null && rule.isAllowed(amount)) return amount;
      context.addIssue({ code: "custom", message: amountProblem(text, locale, currency, rule.text) });
      return z.NEVER;
    });
}
