import type { RouterContextProvider } from "react-router";
import { settingsContext } from "../context.ts";
import type { Rules } from "../product-settings.ts";

/** Of this request, whatever changes meanwhile. */
export function rulesOf(context: Readonly<RouterContextProvider>): Rules {
  return context.get(settingsContext).rules;
}
