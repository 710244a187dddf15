import { createInstance, type InitOptions, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { DEFAULT_LOCALE, LANGUAGES, LOCALES, type Locale } from "./index.ts";
import { type RuleNumbers, ruleNumbers } from "./rule-numbers.ts";
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

const instances = new Map<string, i18n>();

/** The texts of one language, outside of a request. */
export function i18nFor(locale: Locale): i18n {
  let instance = instances.get(locale);
  if (!instance) {
    instance = createInstance();
    instance.use(initReactI18next);
    // Every text may name the numbers of the rules, without being told them.
    const defaultVariables: { rule: RuleNumbers } = { rule: ruleNumbers(LANGUAGES[locale].tag) };
    const interpolation = { ...i18nSettings.interpolation, defaultVariables };
    void instance.init({ ...i18nSettings, lng: locale, interpolation });
    instances.set(locale, instance);
  }
  return instance;
}
