import type { RouterContextProvider } from "react-router";
import { servicesContext, settingsContext } from "../context.ts";
import { versionInForce } from "../domain/legal-texts/legal-texts.server.ts";

/** From memory; 0 for the template. */
export function termsVersion(context: Readonly<RouterContextProvider>): number {
  const { legal_versions } = context.get(settingsContext);
  return versionInForce(legal_versions, "terms", context.get(servicesContext).clock())?.version ?? 0;
}
