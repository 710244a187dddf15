import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanLine, reasonText } from "../typed-text.schema.ts";

const reason = reasonText(productRules.reason_characters_maximum);

const seenLeft = z
  .string("errors.refund.changed")
  .regex(/^\d{1,15}$/, "errors.refund.changed")
  .transform(Number);

export const keepForm = z.object({ seen_left: seenLeft, reason });

export const returnedForm = z.object({
  seen_left: seenLeft,
  by: z.enum(["PROVIDER", "BANK"], "errors.suspense.by"),
  reference: z
    .string("errors.suspense.reference")
    .overwrite(cleanLine)
    .min(1, "errors.suspense.reference")
    .max(productRules.reference_characters_maximum, "errors.suspense.reference"),
  note: reason,
});
