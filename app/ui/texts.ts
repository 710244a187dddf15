import type { TFunction, TypeOptions } from "i18next";
import { useContext } from "react";
import { I18nContext } from "react-i18next";
import { quickTexts } from "../../locales/quick-texts.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";

type Area = keyof TypeOptions["resources"];

/** What is said in an area, in the request's language: `t` for its texts, `locale` for figures and dates. */
export interface Texts<Name extends Area> {
  t: TFunction<Name>;
  locale: Locale;
}

/**
 * The texts of an area. react-i18next's own hook copies the whole instance at every call and follows changes of the
 * language; a page that is rendered once needs neither.
 */
export function useTexts(): Texts<"common">;
export function useTexts<Name extends Area>(area: Name): Texts<Name>;
export function useTexts(area: Area = "common"): Texts<Area> {
  const { i18n } = useContext(I18nContext);
  return { t: quickTexts(i18n, area), locale: localeOf(i18n.language) };
}
