import { createInstance, type InitOptions, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { defaultSettings, type Settings } from "../app/product-settings.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "./index.ts";
import { allTextVariables } from "./server-numbers.ts";
import { TEXTS } from "./texts.ts";

/** How i18next is set up, the same for pages and mails. */
export const i18nSettings: InitOptions & { showSupportNotice: boolean } = {
  resources: Object.fromEntries(LOCALES.map((locale) => [locale, TEXTS[locale]])),
  supportedLngs: [...LOCALES],
  fallbackLng: DEFAULT_LOCALE,
  defaultNS: "common",
  ns: Object.keys(TEXTS[DEFAULT_LOCALE]),
  interpolation: { escapeValue: false },
  initAsync: false,
  showSupportNotice: false,
};

/** What texts name beside their own values. */
export type TextSettings = Pick<Settings, "brand" | "rules">;

const instances = new WeakMap<TextSettings, Map<Locale, i18n>>();

/** The texts of one language under an operator's settings. One instance for each value of the settings. */
export function i18nFor(locale: Locale, settings: TextSettings = defaultSettings): i18n {
  const made = instances.get(settings) ?? new Map<Locale, i18n>();
  instances.set(settings, made);
  let instance = made.get(locale);
  if (!instance) {
    instance = createInstance();
    instance.use(initReactI18next);
    const interpolation = {
      ...i18nSettings.interpolation,
      defaultVariables: allTextVariables(locale, settings),
    };
    void instance.init({ ...i18nSettings, lng: locale, interpolation });
    made.set(locale, instance);
  }
  return instance;
}
