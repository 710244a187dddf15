import { DEFAULT_LOCALE, isLocale, type Locale } from "../../locales/index.ts";

/** Stored choice, else the browser's, else English (docs/product.md, 9.3). */
export function chooseLocale(choice: Locale | null, acceptLanguage: string | null): Locale {
  return choice ?? wishedLocale(acceptLanguage ?? "") ?? DEFAULT_LOCALE;
}

/** In the order of "de-AT;q=0.9". */
function wishedLocale(acceptLanguage: string): Locale | null {
  const wishes = acceptLanguage
    .slice(0, 500)
    .split(",")
    .map((wish) => {
      const [tag = "", ...options] = wish.trim().toLowerCase().split(";");
      const quality = /^\s*q=([\d.]+)/.exec(options.join(";"))?.[1];
      return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wishes.map((wish) => wish.language).find(isLocale) ?? null;
}
