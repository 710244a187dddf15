import type { TypeOptions } from "i18next";
import type { RouterContextProvider } from "react-router";
import { getI18n, getTexts } from "./i18n.server.ts";

type CallName = keyof TypeOptions["resources"]["api"]["calls"];

/** Null for an unknown call (docs/product.md, 9.14). */
export function callSummaries(context: Readonly<RouterContextProvider>): (name: string) => string {
  const i18n = getI18n(context);
  const t = getTexts(context, "api");
  // Names derive from methods and paths; a test compares them with the texts.
  const isKnown = (name: string): name is CallName => i18n.exists(`api:calls.${name}`);
  return (name) => (isKnown(name) ? t(`calls.${name}`) : "");
}
