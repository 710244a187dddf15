import { z } from "zod";
import { productRules } from "../../../product-rules.ts";
import { PROFILE_CURRENCIES } from "../../money/minor.ts";
import { reasonText } from "../../typed-text.schema.ts";

const reason = () => reasonText(productRules.reason_characters_maximum);

export const lockedPayoutForm = z.object({
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
});

export const leftoverForm = z.object({
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
  reason: reason(),
});

export const batchForm = z.object({
  rail: z.enum(["SEPA", "BANK_CSV", "PAXUM_CSV"], "errors.payout.rail"),
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
});

export const retainedStatementForm = z.object({
  statement: z
    .string("errors.payout.choose_statement")
    .regex(/^\d{4}-\d{2}\/[A-Z]{3}$/, "errors.payout.choose_statement"),
  reason: reason(),
});

export const reasonForm = z.object({ reason: reason() });
