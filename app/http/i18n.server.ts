import type { i18n, TFunction, TypeOptions } from "i18next";
import { createContext, type MiddlewareFunction, RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { i18nFor, i18nSettings } from "../../locales/i18n.ts";
import { DEFAULT_LOCALE, LOCALES } from "../../locales/index.ts";
import { quickTexts } from "../../locales/quick-texts.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";
import { chooseLocale } from "./locale.server.ts";
import { readPreferences } from "./preference-cookies.server.ts";

const [detectLocale, getLocaleName] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: DEFAULT_LOCALE,
    order: ["custom"],
    findLocale: async ({ request }) => wishedLocale(request.headers),
  },
  // Nobody asks the middleware's own instance for texts.
  i18next: { ...i18nSettings, resources: {} },
});

/** What the library has found for a language is good for every request in it. */
const detected = new Map<Locale, RouterContextProvider>();
const detectedContext = createContext<RouterContextProvider>();

/**
 * The language of each request: the stored choice, else the browser's, else English (docs/product.md, 9.3). The
 * library makes an instance of i18next each time it is asked, a tenth of a page's cost: it is asked once a language, and
 * the texts themselves are the process's.
 */
export const i18nMiddleware: MiddlewareFunction<Response> = async (args, next) => {
  const wish = wishedLocale(args.request.headers);
  const context = detected.get(wish) ?? new RouterContextProvider();
  if (!detected.has(wish)) await detectLocale({ ...args, context }, async () => new Response());
  detected.set(wish, context);
  args.context.set(detectedContext, context);
  return await next();
};

function wishedLocale(headers: Headers): Locale {
  return chooseLocale(readPreferences(headers.get("Cookie")).locale, headers.get("Accept-Language"));
}

export function getLocale(context: Readonly<RouterContextProvider>): Locale {
  return localeOf(getLocaleName(context.get(detectedContext)));
}

/** The texts in the request's language. */
export function getI18n(context: Readonly<RouterContextProvider>): i18n {
  return i18nFor(getLocale(context));
}

/** The texts of one area in a language that the request itself does not tell, as of who writes to a bot. */
export function textsIn<Area extends keyof TypeOptions["resources"]>(
  locale: Locale,
  area: Area,
): TFunction<Area> {
  return quickTexts(i18nFor(locale), area);
}

/** The same of one area, on the quick way: for what every page says. */
export function getTexts<Area extends keyof TypeOptions["resources"]>(
  context: Readonly<RouterContextProvider>,
  area: Area,
): TFunction<Area> {
  return quickTexts(getI18n(context), area);
}
