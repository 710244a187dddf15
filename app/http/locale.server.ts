import { DEFAULT_LOCALE, isLocale, type Locale } from "../../locales/index.ts";

/** Stored choice, else the browser's, else English (docs/product.md, 9.3). */
export function chooseLocale(choice: Locale | null, acceptLanguage: string | null): Locale {
  return choice ?? acceptedLocale(acceptLanguage ?? "") ?? DEFAULT_LOCALE;
}

/** In the order of "de-AT;q=0.9". */
function acceptedLocale(acceptLanguage: string): Locale | null {
  const ranges = acceptLanguage
    .slice(0, 500)
    .split(",")
    .map((range) => {
      const [tag = "", ...options] = range.trim().toLowerCase().split(";");
      const quality = /^\s*q=([\d.]+)/.exec(options.join(";"))?.[1];
      return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((range) => range.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranges.map((range) => range.language).find(isLocale) ?? null;
}
