import type { RouterContextProvider } from "react-router";
import { settingsContext } from "../context.ts";
import { PROFILE_CURRENCIES, type ProfileCurrency } from "../domain/money/minor.ts";
import type { Rules } from "../product-settings.ts";

/** Of this request, whatever changes meanwhile. */
export function rulesOf(context: Readonly<RouterContextProvider>): Rules {
  return context.get(settingsContext).rules;
}

/** Of a profile or group that is `currency` so far, which it keeps. */
export function offeredCurrencies(
  context: Readonly<RouterContextProvider>,
  currency: string,
): readonly ProfileCurrency[] {
  const { currencies } = rulesOf(context).content;
  return PROFILE_CURRENCIES.filter((each) => each === currency || currencies.includes(each));
}

/** Of a new account. */
export function newCurrency(context: Readonly<RouterContextProvider>): string {
  return rulesOf(context).content.currencies[0] ?? "EUR";
}
