import type { Locale } from "../domain/money/minor.ts";

const BY_LANGUAGE: Record<Locale, string> = { de: "DE", en: "GB" };

/** The country that a fan is probably in, to save a choice: the region of the browser's first language that names one. */
export function likelyCountry(headers: Headers, locale: Locale): string {
  const region = /(?:^|[,\s])[a-z]{2,3}-([A-Z]{2})\b/i.exec(headers.get("Accept-Language") ?? "")?.[1];
  return region?.toUpperCase() ?? BY_LANGUAGE[locale];
}
