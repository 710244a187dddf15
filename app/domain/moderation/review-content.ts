import { productRules } from "../../product-rules.ts";
import { latinDigit } from "../money/typed-figures.ts";
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

const BLOCKED = [
  "arse?holes?|assholes?",
  "bastards?",
  "bitch(?:es)?",
  "cunts?",
  "faggots?",
  "motherfuckers?|motherfucking",
  "niggers?",
  "retarded|retards",
  "sluts|slutty",
  "whores?",
  "fuck (?:you|u|off|yourself|yourselves)|go fuck yourself",
  "kill (?:yourself|yourselves|urself)",
  "hang yourself",
  "(?:will|gonna|going to|'ll) (?:kill|rape|murder|stab) (?:you|u)",
  "(?:hope|wish) (?:that )?(?:you|u) (?:die|get raped|get killed|burn)",
  "know where (?:you|u) live",
  "send (?:me )?(?:your )?nudes",
  "child porn(?:ography)?",
  "gas the \\p{L}+",
  "sieg heil|heil hitler",
  "arschl(?:o|ö|oe)ch(?:er|ern|s)?",
  "fotzen?",
  "hurens(?:o|ö|oe)hn(?:e|en|s)?|huren",
  "missgeburt(?:en)?",
  "nutten?",
  "schlampen?",
  "schwuchteln?",
  "kanaken?",
  "spasti?s?",
  "wichsern?|wi(?:chs|xx)er",
  "fick(?:t)? (?:dich|euch)",
  "verrecke?(?:n|t)?(?! (?:bitte )?nicht vor)",
  "kinderporno(?:s|graf\\p{L}+|graph\\p{L}+)?",
  "(?:t(?:ö|oe)te|ersteche|erschie(?:ß|ss)e|vergewaltige?) (?:dich|euch)",
  "h(?:ä|ae)ng(?:t)? (?:dich|euch) auf",
  // "um 18 Uhr" is a time.
  `bring(?:e|t)? (?:dich|euch) um(?! (?:\\p{N}|\\p{L}+ uhr|halb|viertel|mitternacht|punkt|kurz))`,
  "(?:stech(?:e)?|mach(?:e)?|knall(?:e)?) (?:dich|euch) (?:ab|kalt)",
  "wo (?:du wohnst|ihr wohnt)",
  "vergasen",
  "geh (?:doch )?sterben",
] as const;

/** Harmless in another language: blocked beside a word of their own, or alone. */
const BLOCKED_IN_CONTEXT = [
  {
    words: "retard|slut|kys",
    beside: "you|you're|youre|your|u|ur|such|are|is|the|and|fucking|stupid|dumb|what|he|she|they|go|just",
  },
  { words: "hure", beside: "du|ihr|dich|euch|dumme?|eine?|so|die|der|ist|bist|alte|verpiss" },
] as const;

const APART = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){2,}(?![\p{L}\p{N}])/gu;

const SIGNS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "!": "i",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
};
const SIGN_IN_WORD = /(?<=\p{L})[01!34@5$](?=\p{L})/gu;

const whole = (sources: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources})(?![\\p{L}\\p{N}])`, "u");
const blocked = whole(BLOCKED.join("|"));
const inContext = BLOCKED_IN_CONTEXT.map(({ words, beside }) => ({
  word: whole(words),
  beside: whole(beside),
  alone: new RegExp(`^[^\\p{L}]*(?:${words})[^\\p{L}]*$`, "u"),
}));

function hasBlockedWord(text: string): boolean {
  const lower = text.toLowerCase();
  const spaced = lower.replace(/[^\p{L}\p{N}']+/gu, " ");
  const joined = lower.replace(APART, (letters) => letters.replace(/[^\p{L}]/gu, ""));
  const plain = lower.replace(SIGN_IN_WORD, (sign) => SIGNS[sign] ?? sign);
  if ([spaced, joined, plain].some((each) => blocked.test(each))) return true;
  return inContext.some(
    ({ word, beside, alone }) => word.test(spaced) && (beside.test(spaced) || alone.test(lower)),
  );
}
