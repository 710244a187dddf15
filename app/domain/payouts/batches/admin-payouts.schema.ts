import { z } from "zod";
import { productRules } from "../../../product-rules.ts";
import { PROFILE_CURRENCIES } from "../../money/minor.ts";
import { reasonText } from "../../typed-text/typed-text.schema.ts";

const reason = () => reasonText(productRules.reason_characters_maximum);

/** What an operator pays out of a LOCKED creator's balances. */
export const lockedPayoutForm = z.object({
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
});

/** What is given up of a deleted creator's balances, and why. */
export const leftoverForm = z.object({
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
  reason: reason(),
});

/** Which batch is to be made. */
export const batchForm = z.object({
  rail: z.enum(["SEPA", "BANK_CSV", "PAXUM_CSV"], "errors.payout.rail"),
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
});

/** Which statement of a deleted account an operator opens, and why. */
export const retainedStatementForm = z.object({
  statement: z
    .string("errors.payout.choose_statement")
    .regex(/^\d{4}-\d{2}\/[A-Z]{3}$/, "errors.payout.choose_statement"),
  reason: reason(),
});

/** Why something is so: a payout that failed, payout data that is declined, a freeze that is lifted. */
export const reasonForm = z.object({ reason: reason() });
