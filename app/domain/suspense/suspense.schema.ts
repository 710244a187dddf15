import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanLine, reasonText } from "../typed-text/typed-text.schema.ts";

/** The forms of unclear payments; messages are keys of texts. */

const reason = reasonText(productRules.reason_characters_maximum);

/** What was left when the page was made, in minor units: nobody ends what they did not see. */
const seenLeft = z
  .string("errors.refund.changed")
  .regex(/^\d{1,15}$/, "errors.refund.changed")
  .transform(Number);

/** An unclear payment is kept, for a reason. */
export const keepForm = z.object({ seen_left: seenLeft, reason });

/** It was given back elsewhere, by which reference. */
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
