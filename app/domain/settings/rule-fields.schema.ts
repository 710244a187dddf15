import { z } from "zod";
import type { Locale } from "../../../locales/index.ts";
import { parseAmount } from "../money/minor.ts";

/** The group's version that the page showed. */
export const seen_version = z.coerce
  .number("errors.settings.stale")
  .int("errors.settings.stale")
  .nonnegative("errors.settings.stale");

export const storedMoney = z.int().positive().exactOptional();

/** An amount of each currency, or a percentage with two decimals as basis points. */
export const figure = (locale: Locale) =>
  z
    .string()
    .trim()
    .optional()
    .transform((text, context) => {
      if (!text) return undefined;
      const value = parseAmount(text, locale, "EUR");
      if (value !== null) return value;
      context.addIssue({ code: "custom", message: "errors.rules.figure" });
      return z.NEVER;
    });

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
      context.addIssue({ code: "custom", message: "errors.rules.figure" });
      return z.NEVER;
    });

/** As `figure`; a dash is none. */
export const figureOrNone = (locale: Locale) =>
  z.union([
    z
      .string()
      .trim()
      .regex(/^[-–]$/)
      .transform(() => null),
    figure(locale),
  ]);

export const whole = ({ minimum, maximum }: { minimum: number; maximum: number }, problem: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, problem)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, problem)
    .optional();
