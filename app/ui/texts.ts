import type { TFunction, TypeOptions } from "i18next";
import { useTranslation } from "react-i18next";
import { type Locale, localeOf } from "../domain/money/minor.ts";

type Area = keyof TypeOptions["resources"];

/** What is said in an area, in the request's language: `t` for its texts, `locale` for figures and dates. */
export interface Texts<Name extends Area> {
  t: TFunction<Name>;
  locale: Locale;
}

/** The texts of an area in the page's language. */
export function useTexts(): Texts<"common">;
export function useTexts<Name extends Area>(area: Name): Texts<Name>;
export function useTexts(area: Area = "common"): Texts<Area> {
  const { t, i18n } = useTranslation(area);
  return { t, locale: localeOf(i18n.language) };
}
