import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { UNSEEN } from "../moderation/typed-text.schema.ts";
import { PROFILE_CURRENCIES } from "../money/minor.ts";

/** A line of text, or null for none; its length is counted as a person counts, after trimming. Messages are keys of texts. */
const name = z
  .string()
  .optional()
  .transform((text = "") => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim())
  .refine(
    (text) => [...text].length <= productRules.grouplist.name_characters_maximum,
    "errors.grouplist.name",
  )
  .transform((text) => (text.replace(UNSEEN, "") === "" ? null : text));

/** A new group; its currency stays. */
export const newGroupForm = z.object({
  name,
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
});

/** A group's name, or none. */
export const groupForm = z.object({ name });

/** A switch that saves at once. */
export const groupSwitch = z.object({
  enabled: z.enum(["on", "off"], "errors.terms.choose").transform((value) => value === "on"),
});

/** An operator's decision about a group, with the mark of what they saw. */
export const acceptGroupForm = z.object({ seen: z.string().max(100).catch("") });

export const declineGroupForm = acceptGroupForm.extend({
  reason: z
    .string("errors.reason.required")
    .trim()
    .min(1, "errors.reason.required")
    .max(productRules.reason_characters_maximum, "errors.reason.long"),
});
