import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { CORRECTION_KINDS } from "../ledger/rules/correction-posting-rules.ts";
import { amountProblem, type Locale, parseAmount } from "../money/minor.ts";
import { cleanLine, reasonText } from "../typed-text.schema.ts";

export const correctionValue = ({ debit, credit }: { debit: string; credit: string }) => `${debit}:${credit}`;

const AMOUNT = "errors.correction.amount";

export const correctionForm = (currencies: readonly string[], locale: Locale) =>
  z
    .object({
      correction_id: z.guid("errors.refund.changed"),
      kind: z
        .string("errors.correction.kind")
        .transform((text) => CORRECTION_KINDS.find((each) => correctionValue(each) === text))
        .refine((kind) => kind !== undefined, "errors.correction.kind"),
      owner: z.string().overwrite(cleanLine).max(100, "errors.correction.owner").default(""),
      currency: z
        .string("errors.correction.currency")
        .refine((code) => currencies.includes(code), "errors.correction.currency"),
      amount: z.string(AMOUNT).trim().min(1, AMOUNT),
      reference: z
        .string("errors.suspense.reference")
        .overwrite(cleanLine)
        .min(1, "errors.suspense.reference")
        .max(productRules.reference_characters_maximum, "errors.suspense.reference"),
      reason: reasonText(productRules.reason_characters_maximum),
    })
    .transform(({ kind, amount, ...form }, context) => {
      const amount_minor = parseAmount(amount, locale, form.currency);
      if (kind && amount_minor !== null && amount_minor > 0) return { ...form, kind, amount_minor };
      const message = amountProblem(amount, locale, form.currency, AMOUNT);
      context.addIssue({ code: "custom", path: ["amount"], message });
      return z.NEVER;
    });
