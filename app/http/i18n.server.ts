import type { i18n } from "i18next";
import type { RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { i18nFor, i18nSettings } from "../../locales/i18n.ts";
import { LOCALES } from "../../locales/index.ts";
import type { Locale } from "../domain/money/minor.ts";
import { readChoices } from "./choices.server.ts";
import { chooseLocale } from "./locale.server.ts";

/**
 * The language of each request: the stored choice, else the browser's, else English (specification, section 4). The
 * texts themselves are the process's, one instance a language: making one for every request cost a tenth of a page.
 */
const [middleware, getLocaleName] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: "en",
    order: ["custom"],
    findLocale: async ({ request: { headers } }) =>
      chooseLocale(readChoices(headers.get("Cookie")).locale, headers.get("Accept-Language")),
  },
  // Nobody asks the middleware's own instance for texts.
  i18next: { ...i18nSettings, resources: {} },
});

export const i18nMiddleware = middleware;

export function getLocale(context: Readonly<RouterContextProvider>): Locale {
  return getLocaleName(context) === "de" ? "de" : "en";
}

/** The texts in the request's language. */
export function getI18n(context: Readonly<RouterContextProvider>): i18n {
  return i18nFor(getLocale(context));
}
