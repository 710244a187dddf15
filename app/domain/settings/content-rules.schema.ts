import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { type ContentRules, defaultSettings, type Rules } from "../../product-settings.ts";
import { seen_version } from "./rule-fields.schema.ts";

const count = z.int().nonnegative().exactOptional();

export const storedContentRules = z.object({
  message_characters_maximum: count,
  thank_yous_maximum: count,
});

export const flatContentRules = ({ content }: Rules): ContentRules => content;

/** Within these an operator sets rules; the most of each is what the columns take. */
export const CONTENT_RANGES = {
  message_characters: { minimum: 50, maximum: productRules.tip.message_characters_maximum },
  thank_yous: { minimum: 0, maximum: productRules.reply.per_tip_maximum },
} as const;

const whole = ({ minimum, maximum }: { minimum: number; maximum: number }, problem: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, problem)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, problem)
    .optional();

/** An empty field is as by default. What the ranges forbid is refused with the reason. */
export const contentRulesForm = z
  .object({
    seen_version,
    message_characters_maximum: whole(CONTENT_RANGES.message_characters, "errors.rules.message_characters"),
    thank_yous_maximum: whole(CONTENT_RANGES.thank_yous, "errors.rules.thank_yous"),
  })
  .transform(({ seen_version, ...form }) => {
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    const rules: ContentRules = { ...defaultSettings.rules.content, ...given };
    return { seen_version, rules };
  });
