import type { i18n, TFunction, TypeOptions } from "i18next";
import { use, useContext } from "react";
import { I18nContext } from "react-i18next";
import { hasTexts, quickTexts } from "../../locales/quick-texts.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";

type Area = keyof TypeOptions["resources"];

export interface Texts<Name extends Area> {
  t: TFunction<Name>;
  locale: Locale;
}

/**
 * For guest pages: react-i18next's hook copies the instance at each call, two fifths of throughput
 * (docs/bench.md). Suspends in the browser for a missing area.
 */
export function useTexts(): Texts<"common">;
export function useTexts<Name extends Area>(area: Name): Texts<Name>;
export function useTexts(area: Area = "common"): Texts<Area> {
  const { i18n } = useContext(I18nContext);
  // A loaded area is always used: React knows a replayed component's promises by their order.
  const texts = loading.get(area) ?? (hasTexts(i18n, area) ? null : loadTexts(i18n, area));
  if (texts) use(texts);
  return { t: quickTexts(i18n, area), locale: localeOf(i18n.language) };
}

const loading = new Map<Area, Promise<void>>();

function loadTexts(instance: i18n, area: Area): Promise<void> {
  const begun = instance.loadNamespaces(area);
  loading.set(area, begun);
  return begun;
}
