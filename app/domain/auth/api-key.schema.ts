import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanLine, ticked } from "../typed-text.schema.ts";
import { passwordForm } from "../users/user.schema.ts";

export const SCOPE_FIELDS = {
  "tips:read": "tips_read",
  "statistics:read": "statistics_read",
  "webhooks:manage": "webhooks_manage",
} as const;

export type ApiScope = keyof typeof SCOPE_FIELDS;

const isScope = (text: string): text is ApiScope => Object.hasOwn(SCOPE_FIELDS, text);

export const API_SCOPES = Object.keys(SCOPE_FIELDS).filter(isScope);

const { name_characters, days } = productRules.api_key;

/** In days; "never" has no end. */
export const API_KEY_LIVES = [...days.map(String), "never"] as const;

export const apiKeyForm = z
  .object({
    name: z
      .string("errors.api_key.name")
      .overwrite(cleanLine)
      .min(1, "errors.api_key.name")
      .max(name_characters, "errors.api_key.long"),
    tips_read: ticked.clone(),
    statistics_read: ticked.clone(),
    webhooks_manage: ticked.clone(),
    lasts: z
      .enum(API_KEY_LIVES, "errors.api_key.lasts")
      .transform((text) => (text === "never" ? null : Number(text))),
    ...passwordForm.shape,
  })
  .transform(({ name, lasts, password, ...fields }, context) => {
    const scopes = API_SCOPES.filter((scope) => fields[SCOPE_FIELDS[scope]]);
    if (scopes.length === 0)
      context.addIssue({ code: "custom", path: ["tips_read"], message: "errors.api_key.scopes" });
    return { name, lasts, password, scopes };
  });
