import { createInstance, type InitOptions, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { LOCALES, resources } from "./index.ts";

/** How i18next is set up, the same for pages and mails. */
export const i18nSettings: InitOptions & { showSupportNotice: boolean } = {
  resources,
  supportedLngs: [...LOCALES],
  fallbackLng: "en",
  defaultNS: "common",
  ns: Object.keys(resources.en),
  interpolation: { escapeValue: false },
  initAsync: false,
  showSupportNotice: false,
};

const instances = new Map<string, i18n>();

/** The texts of one language, outside of a request. */
export function i18nFor(locale: (typeof LOCALES)[number]): i18n {
  let instance = instances.get(locale);
  if (!instance) {
    instance = createInstance();
    instance.use(initReactI18next);
    void instance.init({ ...i18nSettings, lng: locale });
    instances.set(locale, instance);
  }
  return instance;
}
