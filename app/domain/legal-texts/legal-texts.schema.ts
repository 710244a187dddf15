import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanWords, fieldsByLocale } from "../typed-text.schema.ts";

export const LEGAL_PAGES = ["terms", "privacy", "imprint", "faq", "complaint-policy"] as const;

export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Each part is the anchor of its section. */
export const LEGAL_SECTIONS = {
  terms: [
    ...(["parties", "fans", "withdrawal", "creators", "payouts"] as const),
    ...(["unwanted", "locking", "liability", "ending", "law"] as const),
  ],
  privacy: [
    ...(["controller", "visit", "tip", "creator", "notices"] as const),
    ...(["recipients", "cookies", "periods", "rights"] as const),
  ],
  complaints: ["report", "deciding", "complaining", "outside", "payments"],
} as const;

export const FAQ_QUESTIONS = {
  fans: [
    "account",
    "fees",
    "limits",
    "ways",
    "anonymous",
    "thanks",
    "stop",
    "refund",
    "failed",
    "review",
    "report",
  ],
  creators: ["start", "verification", "items", "deletion"],
  money: ["payoutDay", "payoutFees", "ownAccount", "chargeback", "tax"],
  together: ["group", "join", "makeGroup"],
  more: ["vouchers", "voucherWrong", "discord", "api"],
} as const;

export const FAQ_GROUPS = ["fans", "creators", "money", "together", "more"] as const;

export const PRIVACY_TABLES = ["recipients", "cookies", "periods"] as const;

export type PrivacyTable = (typeof PRIVACY_TABLES)[number];

const bytes = (text: string) => new TextEncoder().encode(text).byteLength;

const markdown = z
  .string("errors.words.required")
  .regex(/^[^\0]*$/, "errors.words.required")
  .refine((text) => bytes(text) <= productRules.legal_text_bytes_maximum, {
    error: "errors.words.long",
    abort: true,
  })
  .overwrite(cleanWords)
  .min(1, "errors.words.required");

export const legalTextForm = z.object({
  /** The newest version shown by the form; 0: template. */
  seen_version: z.coerce
    .number("errors.settings.stale")
    .int("errors.settings.stale")
    .nonnegative("errors.settings.stale"),
  ...fieldsByLocale("text", markdown),
  valid_from: z.iso.date("errors.words.date").optional(),
});

export type LegalTextForm = z.infer<typeof legalTextForm>;

export const acceptanceForm = z.object({
  version: z.coerce.number("errors.words.newer").int("errors.words.newer").positive("errors.words.newer"),
});
