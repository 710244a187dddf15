import { productRules } from "../../product-rules.ts";
import { latinDigit } from "../money/typed-figures.ts";
import { hasBlockedWord } from "./blocked-words.ts";
import { hasIban, hasLink, hasWallet } from "./contact-patterns.ts";

const REVIEW_REASONS = ["image", "blocked_word", "link", "phone_number", "iban", "removed"] as const;

/** docs/product.md, 5.2. */
export type ReviewReason = (typeof REVIEW_REASONS)[number];

export function readReviewReason(kept: string | null): ReviewReason | null {
  return REVIEW_REASONS.find((each) => each === kept) ?? null;
}

export const REVIEW_VIEWS = ["queue", "recent", "declined"] as const;

export type ReviewView = (typeof REVIEW_VIEWS)[number];

export function reviewDue(since: Date): Date {
  return new Date(since.getTime() + productRules.review_hours * 3_600_000);
}

const PHONE = /(?:\+|\b00|\b0)(?:[\s()/._\p{Pd}]{0,3}\d){8,}/u;

/** For mails in our name: digits as words, any separators. */
const ANY_PHONE = /(?:\+|\b0)(?:[^\p{L}\p{N}]{0,5}\d){8,}/u;

const DIGIT_WORDS = new Map(
  [
    ["zero", "null"],
    ["one", "eins"],
    ["two", "zwei", "zwo"],
    ["three", "drei"],
    ["four", "vier"],
    ["five", "fünf", "fuenf"],
    ["six", "sechs"],
    ["seven", "sieben"],
    ["eight", "acht"],
    ["nine", "neun"],
  ].flatMap((words, digit) => words.map((word) => [word, String(digit)] as const)),
);

/** Dates, times, decimals and parcel numbers are no phone numbers. */
const OTHER_NUMBERS = [
  /(?<![\d+])\d{16,}(?!\d)/g,
  /\b(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\1(?:(?:19|20)\d{2}|\d{2}(?![./-]?\d))\b/g,
  /\b(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/g,
  /\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?\b/g,
  /(?<![\d.+/-]|\d )(?:0|[1-9]\d{0,2})\.\d{1,2}(?![\d.])/g,
];

function withoutOtherNumbers(text: string): string {
  return OTHER_NUMBERS.reduce((rest, pattern) => rest.replace(pattern, "x"), text);
}

/** Null if it may be shown at once. Money is never held up. */
export function reviewContent(content: {
  texts: readonly (string | null)[];
  has_image: boolean;
  /** Without later review: doubtful links count. */
  is_strict?: boolean;
}): ReviewReason | null {
  const texts = content.texts.filter((part) => part !== null);
  const text = texts
    .join("\n")
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{DI}]/gu, "")
    .replace(/\p{Nd}/gu, latinDigit);
  if (hasIban(text)) return "iban";
  if (hasLink(text, content.is_strict)) return "link";
  if (PHONE.test(withoutOtherNumbers(text))) return "phone_number";
  if (content.is_strict && hasAnyPhone(text)) return "phone_number";
  if (content.is_strict && hasWallet(text)) return "iban";
  if (hasBlockedWord(text)) return "blocked_word";
  return content.has_image ? "image" : null;
}

function hasAnyPhone(text: string): boolean {
  const digits = withoutOtherNumbers(text).replace(/\p{L}+/gu, (word) =>
    /^plus$/i.test(word) ? "+" : (DIGIT_WORDS.get(word.toLowerCase()) ?? word),
  );
  return ANY_PHONE.test(digits);
}
