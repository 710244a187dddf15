import { z } from "zod";
import { productRules } from "../../product-rules.ts";

/** Why an operator declines a content; messages are keys of texts. */
export const declineContentForm = z.object({
  reason: z
    .string("errors.reason.required")
    .trim()
    .min(1, "errors.reason.required")
    .max(productRules.reason_characters_maximum, "errors.reason.long"),
});

/** Which words of a creator's page an operator takes off it, and why. */
export const removeWordsForm = declineContentForm.extend({
  kind: z.enum(["ABOUT", "GOAL"], "errors.page.removal"),
});
