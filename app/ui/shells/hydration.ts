import { createContext, useContext } from "react";

/**
 * How a page is rendered: "app" for the pages that React takes over in the browser, "saving" for the same pages without
 * that script, for users who save data, and "document" for all others.
 */
export type PageKind = "app" | "saving" | "document";

export const PageKindContext = createContext<PageKind>("document");

/** True on the pages that are made of Mantine's components, which React takes over in the browser. */
export function useIsApp(): boolean {
  return useContext(PageKindContext) !== "document";
}
