import type { i18n, TFunction, TypeOptions } from "i18next";
import { createContext, type MiddlewareFunction, RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { i18nFor, i18nSettings } from "../../locales/i18n.ts";
import { DEFAULT_LOCALE, LANGUAGES, LOCALES } from "../../locales/index.ts";
import { quickTexts } from "../../locales/quick-texts.ts";
import { servicesContext, settingsContext } from "../context.ts";
import { businessDate } from "../domain/calendar.ts";
import { formatDay, formatMoment, type Stamp } from "../domain/money/formats.ts";
import { formatAmount, type Locale, localeOf } from "../domain/money/minor.ts";
import type { Settings } from "../product-settings.ts";
import { chooseLocale } from "./locale.server.ts";
import { readPreferences } from "./preference-cookies.server.ts";

const [detectLocale, getLocaleName] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: DEFAULT_LOCALE,
    order: ["custom"],
    findLocale: async ({ request }) => preferredLocale(request.headers),
  },
  // The middleware's own instance serves no texts.
  i18next: { ...i18nSettings, resources: {} },
});

const detected = new Map<Locale, RouterContextProvider>();
const detectedContext = createContext<RouterContextProvider>();

/**
 * Stored choice, else the browser's, else English. One instance per language: creating one costs a tenth of a
 * page (docs/product.md, 9.3).
 */
export const i18nMiddleware: MiddlewareFunction<Response> = async (args, next) => {
  const preferred = preferredLocale(args.request.headers);
  const context = detected.get(preferred) ?? new RouterContextProvider();
  if (!detected.has(preferred)) await detectLocale({ ...args, context }, async () => new Response());
  detected.set(preferred, context);
  args.context.set(detectedContext, context);
  return await next();
};

function preferredLocale(headers: Headers): Locale {
  return chooseLocale(readPreferences(headers.get("Cookie")).locale, headers.get("Accept-Language"));
}

export function getLocale(context: Readonly<RouterContextProvider>): Locale {
  return localeOf(getLocaleName(context.get(detectedContext)));
}

export function getI18n(context: Readonly<RouterContextProvider>): i18n {
  return i18nFor(getLocale(context), context.get(settingsContext));
}

export function i18nIn(context: Readonly<RouterContextProvider>, locale: Locale): i18n {
  return i18nFor(locale, context.get(settingsContext));
}

const stamps = new Map<string, Intl.DateTimeFormat>();

function formatStamp(at: string | Date, locale: Locale, now: Date): Stamp {
  const date = new Date(at);
  const make = (year?: "numeric") =>
    new Intl.DateTimeFormat(LANGUAGES[locale].tag, {
      ...{ day: "numeric", month: "short", year, hour: "2-digit", minute: "2-digit" },
      timeZone: "Europe/Berlin",
    });
  const isThisYear = businessDate(date).slice(0, 4) === businessDate(now).slice(0, 4);
  const key = `${locale} ${isThisYear}`;
  const format = stamps.get(key) ?? make(isThisYear ? undefined : "numeric");
  stamps.set(key, format);
  return { at: date.toISOString(), short: format.format(date), full: formatMoment(date, locale) };
}

export function formatsOf(context: Readonly<RouterContextProvider>) {
  const locale = getLocale(context);
  function moment(at: Date): string;
  function moment(at: Date | null): string | null;
  function moment(at: Date | null) {
    return at === null ? null : formatMoment(at, locale);
  }
  function stamp(at: Date): Stamp;
  function stamp(at: Date | null): Stamp | null;
  function stamp(at: Date | null) {
    return at === null ? null : formatStamp(at, locale, context.get(servicesContext).clock());
  }
  return {
    locale,
    t: getI18n(context).t,
    money: (amount_minor: number, currency: string) => formatAmount(amount_minor, currency, locale),
    day: (day: string | Date) => formatDay(day, locale),
    moment,
    stamp,
  };
}

export function textsIn<Area extends keyof TypeOptions["resources"]>(
  locale: Locale,
  area: Area,
  settings: Settings,
): TFunction<Area> {
  return quickTexts(i18nFor(locale, settings), area);
}

export function getTexts<Area extends keyof TypeOptions["resources"]>(
  context: Readonly<RouterContextProvider>,
  area: Area,
): TFunction<Area> {
  return quickTexts(getI18n(context), area);
}
