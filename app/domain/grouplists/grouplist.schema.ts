import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { PROFILE_CURRENCIES } from "../money/minor.ts";
import { lineOrNull, reasonText } from "../typed-text/typed-text.schema.ts";

/** A line of text, or null for none. Messages are keys of texts. */
const name = lineOrNull(productRules.grouplist.name_characters_maximum, "errors.grouplist.name")
  .optional()
  .transform((text) => text ?? null);

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
  reason: reasonText(productRules.reason_characters_maximum),
});
