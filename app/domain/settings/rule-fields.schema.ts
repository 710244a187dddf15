import { z } from "zod";
import { LANGUAGES, type Locale } from "../../../locales/index.ts";
import { parseAmount } from "../money/minor.ts";
import { readFigures } from "../money/typed-figures.ts";

/** The version that the page showed. */
export const seen_version = z.coerce
  .number("errors.settings.stale")
  .int("errors.settings.stale")
  .nonnegative("errors.settings.stale");

export const storedMoney = z.int().positive().exactOptional();

const typed = (read: (text: string) => number | null, problemOf: (text: string) => string) =>
  z
    .string()
    .trim()
    .optional()
    .transform((text, context) => {
      if (!text) return undefined;
      const value = read(text);
      if (value !== null) return value;
      context.addIssue({ code: "custom", message: problemOf(text) });
      return z.NEVER;
    });

const isPercentage = (text: string) => /[%％٪]/.test(text);
const amountProblem = (text: string) => (isPercentage(text) ? "errors.rules.amount" : "errors.rules.figure");

export const figure = (locale: Locale) => typed((text) => parseAmount(text, locale, "EUR"), amountProblem);

/** Two decimals, as basis points. */
export const percentage = (locale: Locale) => {
  const { decimalMark } = LANGUAGES[locale];
  const withoutSign = (text: string) => text.replace(/\s*[%％٪]$/, "");
  const currencyIn = (text: string) => readFigures(withoutSign(text), decimalMark)?.currency ?? null;
  return typed(
    (text) => (currencyIn(text) === null ? parseAmount(withoutSign(text), locale, "EUR") : null),
    (text) => (currencyIn(text) === null ? "errors.rules.figure" : "errors.rules.percentage"),
  );
};

export const figures = (locale: Locale) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (!text?.trim()) return undefined;
      const values = text
        .split(/;|\n|,\s/)
        .map((each) => each.trim())
        .filter(Boolean);
      const amounts = values.flatMap((each) => parseAmount(each, locale, "EUR") ?? []);
      if (amounts.length === values.length) return amounts.sort((a, b) => a - b);
      context.addIssue({ code: "custom", message: amountProblem(text) });
      return z.NEVER;
    });

/** As `figure`; a dash is none. */
export const figureOrNone = (locale: Locale) =>
  z.union(
    [
      z
        .string()
        .trim()
        .regex(/^[-–]$/)
        .transform(() => null),
      figure(locale),
    ],
    "errors.payouts.figure_or_none",
  );

export const whole = ({ minimum, maximum }: { minimum: number; maximum: number }, problem: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, problem)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, problem)
    .optional();
