import { BLOCKED_WORDS } from "./blocked-words.ts";

/** Why a content waits for an operator (decisions.md, Tips: Review). */
export type ReviewReason = "image" | "blocked_word" | "link" | "phone_number" | "iban";

const LINK =
  /\bhttps?:\/\/|\bwww\.|\b[a-z0-9-]{2,}\.(?:com|de|net|org|io|me|gg|tv|xyz|info|biz|ru|at|ch|co|app|link)\b/i;
const IBAN = /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?\b/;
const PHONE = /(?:\+|\b00|\b0)\d(?:[\s()/.-]{0,2}\d){7,}/;

/**
 * The automatic rules for tips and tribute items alike: null when the content may be shown at once, else why an
 * operator looks first. Money is never held up by this.
 */
export function reviewContent(content: {
  texts: readonly (string | null)[];
  has_image: boolean;
}): ReviewReason | null {
  const text = content.texts.filter((part) => part !== null).join("\n");
  if (IBAN.test(text)) return "iban";
  if (LINK.test(text)) return "link";
  if (PHONE.test(text)) return "phone_number";
  if (hasBlockedWord(text)) return "blocked_word";
  return content.has_image ? "image" : null;
}

function hasBlockedWord(text: string): boolean {
  const words = new Set(
    text
      .normalize("NFKC")
      .toLocaleLowerCase("de")
      .split(/[^\p{L}\p{N}]+/u),
  );
  return BLOCKED_WORDS.some((word) => words.has(word));
}
