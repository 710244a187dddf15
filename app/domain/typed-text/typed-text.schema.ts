import { z } from "zod";

/** Texts as people type them, whatever they are for. */

/** Signs of which nothing is to be seen, spaces between words aside. */
export const UNSEEN = /[\p{DI}\p{Cf}\p{Z}\u2800]/gu;

/** Marks on one letter; no script writes more, and more of them would run over the lines around. */
const MARKS_MAXIMUM = 6;

/** Scripts whose letters take other shapes beside a joiner or a non-joiner: Arabic's, Mongolian's and those of India. */
const JOINING =
  "Arab|Syrc|Mong|Nkoo|Deva|Beng|Guru|Gujr|Orya|Taml|Telu|Knda|Mlym|Sinh|Khmr|Mymr|Tibt|Java|Bali|Limb"
    .split("|")
    .map((script) => `\\p{scx=${script}}`)
    .join("");

const PICTURE = "[\\p{Extended_Pictographic}\\p{RI}]";
const PICTURE_PART = "[\\u{FE0E}\\u{FE0F}\\p{EMod}]";

/** What is invisible by itself and belongs to the word or the picture around it. */
const BELONGING = [
  // Families, professions, flags: pictures that are joined.
  `(?<=${PICTURE}${PICTURE_PART}{0,2})\\u{200D}(?=${PICTURE})`,
  `(?<=[${JOINING}])(?<!\\p{DI})[\\u{200C}\\u{200D}](?!\\p{DI})(?=[${JOINING}])`,
  // Half letters of India, which may end a word.
  "(?<=[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA])\\u{200D}",
  // The shape of a picture, a figure in a frame, or a letter of China, Japan, Mongolia or Myanmar.
  "(?<=[\\p{Emoji}\\p{Extended_Pictographic}\\p{EMod}])[\\u{FE0E}\\u{FE0F}]",
  "(?<=\\p{Script=Han})[\\u{FE00}-\\u{FE02}\\u{E0100}-\\u{E01EF}]",
  "(?<=\\p{Script=Mymr})\\u{FE00}",
  "(?<=(?=\\p{L})\\p{Script=Mong})[\\u{180B}-\\u{180D}\\u{180F}]",
  // Flags of regions, such as Scotland's.
  "(?<=\\u{1F3F4})[\\u{E0061}-\\u{E007A}\\u{E0030}-\\u{E0039}]{2,6}\\u{E007F}",
].join("|");

const UNSEEN_OR_BELONGING = new RegExp(`(${BELONGING})|[\\p{DI}\\u{FFF9}-\\u{FFFB}]`, "gu");
const MARKS = new RegExp(`(\\p{M}{${MARKS_MAXIMUM}})\\p{M}+`, "gu");

/** Without signs that change the direction of writing, and without invisible ones that belong to no word or picture. */
function withoutUnseen(text: string): string {
  let cleaned = text.toWellFormed();
  let before: string;
  // A removed sign may leave another without its word, or its marks in another order.
  do {
    before = cleaned;
    cleaned = before
      .normalize("NFC")
      .replace(UNSEEN_OR_BELONGING, (_, belonging: string | undefined) => belonging ?? "")
      .normalize("NFC")
      .replace(MARKS, "$1");
  } while (cleaned !== before);
  return cleaned;
}

/** A typed text as one line: no control characters, nothing unseen that belongs to no word; in NFC. */
export function cleanLine(text: string): string {
  return withoutUnseen(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")).trim();
}

/** The same of a text that may have several lines. */
export function cleanWords(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/gu, "\n").replace(/[^\P{Cc}\n]/gu, "");
  return withoutUnseen(lines).trim();
}

export const blankToUndefined = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

/** A line, or null for none: nothing to be seen is nothing. Its length is counted as a person counts, in characters. */
export const lineOrNull = (maximum: number, message: string) =>
  z
    .string(message)
    .overwrite(cleanLine)
    .refine((text) => [...text].length <= maximum, message)
    .transform((text) => (text.replace(UNSEEN, "") === "" ? null : text));

/** The same, with undefined for none. */
export const line = (maximum: number, message: string) =>
  z.preprocess(
    blankToUndefined,
    lineOrNull(maximum, message)
      .transform((text) => text ?? undefined)
      .optional(),
  );

/** Words of more than one line. */
export const messageText = (maximum: number, tooLong: string) =>
  z
    .string(tooLong)
    .overwrite(cleanWords)
    .refine((text) => [...text].length <= maximum, tooLong);

/** Why an operator does something, which others read later; messages are keys of texts. */
export const reasonText = (maximum: number, missing: string = "errors.reason.required") =>
  z.string(missing).overwrite(cleanWords).min(1, missing).max(maximum, "errors.reason.long");
