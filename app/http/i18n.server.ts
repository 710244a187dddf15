import { initReactI18next } from "react-i18next";
import type { RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { i18nSettings } from "../../locales/i18n.ts";
import { LOCALES } from "../../locales/index.ts";
import type { Locale } from "../domain/money/minor.ts";
import { readChoices } from "./choices.server.ts";
import { chooseLocale } from "./locale.server.ts";

/** The language of each request: the stored choice, else the browser's, else English (specification, section 4). */
const [middleware, getLocaleName, getInstance] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: "en",
    order: ["custom"],
    findLocale: async ({ request: { headers } }) =>
      chooseLocale(readChoices(headers.get("Cookie")).locale, headers.get("Accept-Language")),
  },
  i18next: i18nSettings,
  plugins: [initReactI18next],
});

export const i18nMiddleware = middleware;
export const getI18n = getInstance;

export function getLocale(context: Readonly<RouterContextProvider>): Locale {
  return getLocaleName(context) === "de" ? "de" : "en";
}
