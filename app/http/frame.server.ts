import type { RouterContextProvider } from "react-router";
import { version } from "../../package.json";
import { servicesContext } from "../context.ts";
import type { FrameFacts } from "../ui/page/frame-facts.ts";
import { readChoices } from "./choices.server.ts";

/** The frame of a request's page: the visitor's choices and the operator's addresses, nothing else. */
export function frameFacts(request: Request, context: Readonly<RouterContextProvider>): FrameFacts {
  const { config } = context.get(servicesContext);
  const { theme, hasSeenNotice } = readChoices(request.headers.get("Cookie"));
  const url = new URL(request.url);
  return {
    isDemo: config.mode === "demo",
    path: request.method === "GET" ? url.pathname + url.search : url.pathname,
    theme,
    hasSeenNotice,
    version: `v${version}`,
    contactEmail: config.CONTACT_EMAIL,
    removalEmail: config.REMOVAL_EMAIL,
    socialLinks: config.SOCIAL_LINKS,
  };
}
