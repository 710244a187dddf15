import type { RouterContextProvider } from "react-router";
import { servicesContext, settingsContext } from "../context.ts";
import { versionInForce } from "../domain/legal-texts/legal-texts.server.ts";
import { PROFILE_CURRENCIES, type ProfileCurrency } from "../domain/money/minor.ts";
import type { Rules } from "../product-settings.ts";

export function rulesOf(context: Readonly<RouterContextProvider>): Rules {
  return context.get(settingsContext).rules;
}

export function offeredCurrencies(
  context: Readonly<RouterContextProvider>,
  currency: string,
): readonly ProfileCurrency[] {
  const { currencies } = rulesOf(context).content;
  return PROFILE_CURRENCIES.filter((each) => each === currency || currencies.includes(each));
}

export function newCurrency(context: Readonly<RouterContextProvider>): string {
  return rulesOf(context).content.currencies[0] ?? "EUR";
}

/** From memory; 0 for the template. */
export function termsVersion(context: Readonly<RouterContextProvider>): number {
  const { legal_versions } = context.get(settingsContext);
  return versionInForce(legal_versions, "terms", context.get(servicesContext).clock())?.version ?? 0;
}
