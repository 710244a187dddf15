import * as languages from "./languages.ts";
import type { LanguageFacts } from "./shape.ts";

/** The code of a language that the product speaks. */
export type Locale = keyof typeof languages;

/** Every language by its code. */
export const LANGUAGES: Readonly<Record<Locale, LanguageFacts>> = languages;

/** Serves whoever wishes for none of ours, and where something is not said in a language. */
export const DEFAULT_LOCALE: Locale = "en";

/** The codes in the order in which they are offered. */
export const LOCALES: readonly [Locale, ...Locale[]] = [
  DEFAULT_LOCALE,
  ...Object.keys(languages)
    .filter(isLocale)
    .filter((code) => code !== DEFAULT_LOCALE),
];

/** A value for each language. */
export function byLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  const all = LOCALES.map((locale) => [locale, make(locale)]);
  // Each language has one.
  return Object.fromEntries(all) as Record<Locale, Value>;
}

/** Whether something sent or stored is the code of one of our languages. */
export function isLocale(choice: unknown): choice is Locale {
  return typeof choice === "string" && Object.hasOwn(languages, choice);
}

/** Somebody's choice of language, as it was stored or sent; null for whoever made none that we know. */
export function chosenLocale(choice: unknown): Locale | null {
  return isLocale(choice) ? choice : null;
}

/** The same where some language must be spoken. */
export function localeOf(choice: unknown): Locale {
  return chosenLocale(choice) ?? DEFAULT_LOCALE;
}
