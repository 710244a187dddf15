import { createContext, useContext } from "react";

/**
 * How a page is rendered: "app" for the pages that React takes over in the browser, "document" for all others, which stay
 * as they were sent.
 */
export type PageKind = "app" | "document";

export const PageKindContext = createContext<PageKind>("document");

/** True on a page that React takes over in the browser. */
export function useIsApp(): boolean {
  return useContext(PageKindContext) === "app";
}
