import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import type { Locale } from "../money/minor.ts";
import { typedAmount } from "../money/minor.ts";
import { cleanLine, reasonText } from "../typed-text.schema.ts";

/** At a provider without look-up (docs/product.md, 4.7). */
export const PAYMENT_REPORTS = ["PAID", "REFUNDED", "DISPUTE_OPENED", "DISPUTE_WON", "DISPUTE_LOST"] as const;
export const REFUND_REPORTS = ["REFUND_DONE", "REFUND_FAILED"] as const;

const reference = z
  .string("errors.suspense.reference")
  .overwrite(cleanLine)
  .min(1, "errors.suspense.reference")
  .max(productRules.reference_characters_maximum, "errors.suspense.reference");

const noReference = z
  .string()
  .overwrite(cleanLine)
  .max(productRules.reference_characters_maximum, "errors.suspense.reference")
  .default("");

const note = reasonText(productRules.reason_characters_maximum, "errors.reason.note");

export const providerReportForm = (
  { charged_currency: currency, charged_minor }: { charged_currency: string; charged_minor: number },
  locale: Locale,
) =>
  z.object({
    report: z.enum(PAYMENT_REPORTS, "errors.providerReport.required"),
    reference,
    amount: typedAmount(currency, locale, {
      isAllowed: (amount) => amount > 0 && amount <= charged_minor,
      text: "errors.providerReport.amount",
    }),
    note,
  });

const refund_id = z.guid("errors.refund.changed");
export const refundReportForm = z.discriminatedUnion(
  "report",
  [
    z.object({ report: z.literal("REFUND_DONE"), refund_id, reference, note }),
    z.object({ report: z.literal("REFUND_FAILED"), refund_id, reference: noReference, note }),
  ],
  "errors.providerReport.required",
);
