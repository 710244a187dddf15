import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { PROFILE_CURRENCIES } from "../money/minor.ts";
import { lineOrNull, reasonText } from "../typed-text.schema.ts";

const name = lineOrNull(productRules.grouplist.name_characters_maximum, "errors.grouplist.name")
  .optional()
  .transform((text) => text ?? null);

export const newGroupForm = z.object({
  name,
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
});

export const groupForm = z.object({ name });

export const groupSwitch = z.object({
  enabled: z.enum(["on", "off"], "errors.terms.choose").transform((value) => value === "on"),
});

export const acceptGroupForm = z.object({ seen: z.string().max(100).catch("") });

export const declineGroupForm = acceptGroupForm.extend({
  reason: reasonText(productRules.reason_characters_maximum),
});
