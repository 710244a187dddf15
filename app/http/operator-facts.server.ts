import type { RouterContextProvider } from "react-router";
import { byLocale, type Locale } from "../../locales/index.ts";
import { allTextVariables } from "../../locales/server-numbers.ts";
import { servicesContext, settingsContext } from "../context.ts";

export function operatorOf(context: Readonly<RouterContextProvider>) {
  const { config } = context.get(servicesContext);
  return {
    operator: config.OPERATOR_NAME,
    address: config.OPERATOR_ADDRESS,
    register: config.OPERATOR_REGISTER,
    vatId: config.OPERATOR_VAT_ID,
    responsible: config.OPERATOR_RESPONSIBLE,
    dataProtection: config.OPERATOR_DATA_PROTECTION,
    authority: config.OPERATOR_AUTHORITY,
    supervision: config.OPERATOR_SUPERVISION,
    contact: context.get(settingsContext).brand.support_email,
    removal: config.REMOVAL_EMAIL,
  };
}

export type Operator = ReturnType<typeof operatorOf>;

export function legalValues(
  context: Readonly<RouterContextProvider>,
  locale: Locale,
): Record<string, string> {
  const { rule, ...names } = allTextVariables(locale, context.get(settingsContext));
  const rules = Object.entries(rule).map(([name, value]) => [`rule.${name}`, value]);
  return { ...names, ...operatorOf(context), ...Object.fromEntries(rules) };
}

export function legalValuesByLocale(
  context: Readonly<RouterContextProvider>,
): Record<Locale, Record<string, string>> {
  return byLocale((locale) => legalValues(context, locale));
}
