import type { TypeOptions } from "i18next";
import type { RouterContextProvider } from "react-router";
import { getI18n, getTexts } from "./i18n.server.ts";

type CallName = keyof TypeOptions["resources"]["api"]["calls"];

/** What the call of a name does, in the request's language; nothing is said of an unknown one (docs/product.md, 9.14). */
export function callSummaries(context: Readonly<RouterContextProvider>): (name: string) => string {
  const i18n = getI18n(context);
  const t = getTexts(context, "api");
  // The names come of methods and addresses; a test holds each against the texts.
  const isKnown = (name: string): name is CallName => i18n.exists(`api:calls.${name}`);
  return (name) => (isKnown(name) ? t(`calls.${name}`) : "");
}
