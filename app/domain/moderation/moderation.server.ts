import { productRules } from "../money/product-rules.ts";
import { BLOCKED_WORDS } from "./blocked-words.ts";
import { hasIban } from "./ibans.ts";
import { hasLink } from "./links.ts";

const REVIEW_REASONS = ["image", "blocked_word", "link", "phone_number", "iban"] as const;

/** Why a content waits for an operator (decisions.md, Tips: Review). */
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** A reason as it was kept with a content; null for one that never had to wait. */
export function readReviewReason(kept: string | null): ReviewReason | null {
  return REVIEW_REASONS.find((each) => each === kept) ?? null;
}

/** Which contents the back office lists: those that wait, all that ever did, those that were declined. */
export const REVIEW_VIEWS = ["queue", "recent", "declined"] as const;

export type ReviewView = (typeof REVIEW_VIEWS)[number];

/** What an operator decided; "gone": somebody else was quicker, or there was nothing to decide. */
export type ReviewDecision = "accepted" | "declined" | "gone";

/** Until when operators should have looked at a content that waits since then. */
export function reviewDue(since: Date): Date {
  return new Date(since.getTime() + productRules.review_hours * 3_600_000);
}

const PHONE = /(?:\+|\b00|\b0)\d(?:[\s()/.-]{0,2}\d){7,}/;

/**
 * The automatic rules for tips and tribute items alike: null when the content may be shown at once, else why an
 * operator looks first. Money is never held up by this.
 */
export function reviewContent(content: {
  texts: readonly (string | null)[];
  has_image: boolean;
}): ReviewReason | null {
  const texts = content.texts.filter((part) => part !== null);
  // Wide letters and invisible signs in between hide nothing.
  const text = texts
    .join("\n")
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "");
  if (hasIban(text)) return "iban";
  if (hasLink(text)) return "link";
  if (PHONE.test(text)) return "phone_number";
  if (hasBlockedWord(text)) return "blocked_word";
  return content.has_image ? "image" : null;
}

function hasBlockedWord(text: string): boolean {
  const words = new Set(text.toLocaleLowerCase("de").split(/[^\p{L}\p{N}]+/u));
  return BLOCKED_WORDS.some((word) => words.has(word));
}
