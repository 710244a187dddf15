import { z } from "zod";

/** Texts as people type them, whatever they are for. */

/** Signs of which nothing is to be seen, spaces between words aside. */
export const UNSEEN = /[\p{DI}\p{Cf}\p{Z}\u2800]/gu;

export const blankToUndefined = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

/** A line of text without control characters; what was typed is kept otherwise. Nothing to be seen is nothing. */
export const line = (maximum: number, message: string) =>
  z.preprocess(
    blankToUndefined,
    z
      .string(message)
      .transform((text) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim())
      .refine((text) => [...text].length <= maximum, message)
      .transform((text) => (text.replace(UNSEEN, "") === "" ? undefined : text))
      .optional(),
  );

/** Words of more than one line, without other control characters. */
export const messageText = (maximum: number, tooLong: string) =>
  z
    .string(tooLong)
    .transform((text) =>
      text
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu, "")
        .trim(),
    )
    .refine((text) => [...text].length <= maximum, tooLong);
