import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { emailAddress } from "../email-address.schema.ts";
import { cleanLine, cleanWords } from "../typed-text.schema.ts";

export const REASONS = ["HATE", "CHILD_ABUSE", "RIGHTS", "FRAUD", "PRIVACY", "OTHER"] as const;
export type CaseReason = (typeof REASONS)[number];

export const DECISIONS = ["NO_ACTION", "REMOVED", "RESTRICTED"] as const;
export type CaseDecision = (typeof DECISIONS)[number];

export type CaseSide = "REPORTER" | "CREATOR";
export type CaseStatus = "OPEN" | "DECIDED" | "COMPLAINT";

const rules = productRules.content_notices;

const optionalText = (text: string | undefined) => text || undefined;

const words = (required: string, characters: { minimum: number; maximum: number }) =>
  z
    .string(required)
    .overwrite(cleanWords)
    .min(characters.minimum, required)
    .max(characters.maximum, "errors.report.long");

/** Art. 16 DSA; about child abuse it may be anonymous. */
export const noticeForm = z.object({
  target: z
    .string("errors.report.target")
    .trim()
    .min(1, "errors.report.target")
    .max(rules.target_characters_maximum, "errors.report.long"),
  reason: z.enum(REASONS, "errors.report.reason"),
  explanation: words("errors.report.explanation", rules.explanation_characters),
  name: z
    .string()
    .overwrite(cleanLine)
    .max(rules.name_characters_maximum, "errors.report.long")
    .optional()
    .transform(optionalText),
  email: z
    .union(
      [z.literal(""), emailAddress("errors.email.invalid", "errors.email.invalid")],
      "errors.email.invalid",
    )
    .optional()
    .transform(optionalText),
  good_faith: z.literal("on", "errors.report.goodFaith"),
  website: z.string().optional(),
});

/** Name and address, unless the law allows anonymity; a filled honeypot refuses. */
export function missingReporter(notice: {
  reason: string;
  name?: string | null | undefined;
  email?: string | null | undefined;
  website?: string | undefined;
}): Record<string, string> {
  if (notice.website) return { "": "errors.report.trap" };
  if (notice.reason === "CHILD_ABUSE" && !notice.name && !notice.email) return {};
  return {
    ...(notice.name ? {} : { name: "errors.report.name" }),
    ...(notice.email ? {} : { email: "errors.report.email" }),
  };
}

export const complaintForm = z.object({
  text: words("errors.report.complaint", rules.explanation_characters),
});

export const decisionForm = z.object({
  decision: z.enum(DECISIONS, "errors.report.decision"),
  reasons: words("errors.report.reasons", rules.reasons_characters),
  about: z.string().max(40).catch(""),
});
