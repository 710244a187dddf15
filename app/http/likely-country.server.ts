import { LANGUAGES, type Locale } from "../../locales/index.ts";

/**
 * The country that a fan is probably in, to save a choice: the region of the browser's first language that names one,
 * else that of the page's own.
 */
export function likelyCountry(headers: Headers, locale: Locale): string {
  const region = /(?:^|[,\s])[a-z]{2,3}-([A-Z]{2})\b/i.exec(headers.get("Accept-Language") ?? "")?.[1];
  return region?.toUpperCase() ?? new Intl.Locale(LANGUAGES[locale].tag).region ?? "";
}
