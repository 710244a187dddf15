import { z } from "zod";
import { LOCALES, type Locale } from "../../locales/index.ts";
import { productRules } from "../product-rules.ts";

export const UNSEEN = /[\p{DI}\p{Cf}\p{Z}\u2800]/gu;

/** More would cover neighbouring lines. */
const MARKS_MAXIMUM = 6;

const JOINING =
  "Arab|Syrc|Mong|Nkoo|Deva|Beng|Guru|Gujr|Orya|Taml|Telu|Knda|Mlym|Sinh|Khmr|Mymr|Tibt|Java|Bali|Limb"
    .split("|")
    .map((script) => `\\p{scx=${script}}`)
    .join("");

const PICTURE = "[\\p{Extended_Pictographic}\\p{RI}]";
const PICTURE_PART = "[\\u{FE0E}\\u{FE0F}\\p{EMod}]";

/** Invisible, but part of a word or emoji. */
const BELONGING = [
  `(?<=${PICTURE}${PICTURE_PART}{0,2})\\u{200D}(?=${PICTURE})`,
  `(?<=[${JOINING}])(?<!\\p{DI})[\\u{200C}\\u{200D}](?!\\p{DI})(?=[${JOINING}])`,
  // Half letters of India at a word's end.
  "(?<=[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA])\\u{200D}",
  // Variation selectors of emoji, keycaps, CJK, Mongolian and Myanmar.
  "(?<=[\\p{Emoji}\\p{Extended_Pictographic}\\p{EMod}])[\\u{FE0E}\\u{FE0F}]",
  "(?<=\\p{Script=Han})[\\u{FE00}-\\u{FE02}\\u{E0100}-\\u{E01EF}]",
  "(?<=\\p{Script=Mymr})\\u{FE00}",
  "(?<=(?=\\p{L})\\p{Script=Mong})[\\u{180B}-\\u{180D}\\u{180F}]",
  "(?<=\\u{1F3F4})[\\u{E0061}-\\u{E007A}\\u{E0030}-\\u{E0039}]{2,6}\\u{E007F}",
].join("|");

const UNSEEN_OR_BELONGING = new RegExp(`(${BELONGING})|[\\p{DI}\\u{FFF9}-\\u{FFFB}]`, "gu");
const MARKS = new RegExp(`(\\p{M}{${MARKS_MAXIMUM}})\\p{M}+`, "gu");

function withoutUnseen(text: string): string {
  let cleaned = text.toWellFormed();
  let before: string;
  // A removal may orphan another one, or reorder marks.
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

export function cleanLine(text: string): string {
  return withoutUnseen(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")).trim();
}

export function cleanWords(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/gu, "\n").replace(/[^\P{Cc}\n]/gu, "");
  return withoutUnseen(lines).trim();
}

export const blankToUndefined = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

/** Invisible text is null. Length in graphemes. */
export const lineOrNull = (maximum: number, message: string, missing = message) =>
  z
    .string(missing)
    .overwrite(cleanLine)
    .refine((text) => [...text].length <= maximum, message)
    .transform((text) => (text.replace(UNSEEN, "") === "" ? null : text));

export const line = (maximum: number, message: string) =>
  z.preprocess(
    blankToUndefined,
    lineOrNull(maximum, message)
      .transform((text) => text ?? undefined)
      .optional(),
  );

/** Empty and null are none. */
export const nullableLine = (maximum: number) =>
  z
    .string()
    .overwrite(cleanLine)
    .max(maximum, "errors.line.long")
    .nullable()
    .transform((text) => text || null);

export const messageText = (maximum: number, tooLong: string) =>
  z
    .string(tooLong)
    .overwrite(cleanWords)
    .refine((text) => [...text].length <= maximum, tooLong);

export const reasonText = (maximum: number, missing: string = "errors.reason.required") =>
  z.string(missing).overwrite(cleanWords).min(1, missing).max(maximum, "errors.reason.long");

export const ticked = z
  .string()
  .optional()
  .transform((text) => text === "on" || text === "1" || text === "true");

export function truth(key: string) {
  return z.union([z.boolean(), z.stringbool()], key);
}

export const declineContentForm = z.object({
  reason: reasonText(productRules.reason_characters_maximum),
});

type Field<Prefix extends string, Schema> = Record<`${Prefix}_${Locale}`, Schema>;

/** A field for each language: "headline_de". */
export function fieldsByLocale<Prefix extends string, Schema>(
  prefix: Prefix,
  schema: Schema,
): Field<Prefix, Schema> {
  const fields = LOCALES.map((locale) => [`${prefix}_${locale}`, schema]);
  // Each language has one.
  return Object.fromEntries(fields) as Field<Prefix, Schema>;
}
