import type { i18n, TFunction, TypeOptions } from "i18next";
import { useContext } from "react";
import { I18nContext } from "react-i18next";
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
  return { t: openArea(i18n, area), locale: localeOf(i18n.language) };
}

const opened = new WeakMap<i18n, Map<Area, TFunction<Area>>>();

function openArea(instance: i18n, area: Area): TFunction<Area> {
  const areas = opened.get(instance) ?? new Map<Area, TFunction<Area>>();
  opened.set(instance, areas);
  const t = areas.get(area) ?? remembering(instance.getFixedT(instance.language, area));
  areas.set(area, t);
  return t;
}

/** A text without values is the same every time; i18next's way to it cost a tenth of a page. */
function remembering(translate: TFunction<Area>): TFunction<Area> {
  const known = new Map<unknown, unknown>();
  return new Proxy(translate, {
    apply(target, self, args: unknown[]) {
      const [key, ...values] = args;
      if (values.length > 0) return Reflect.apply(target, self, args);
      if (!known.has(key)) known.set(key, Reflect.apply(target, self, args));
      return known.get(key);
    },
  });
}
