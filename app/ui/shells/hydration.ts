import { createContext, useContext } from "react";

/** "app": hydrated; "saving": the same page without script for data savers. */
export type PageKind = "app" | "saving" | "document";

export const PageKindContext = createContext<PageKind>("document");

export function useIsApp(): boolean {
  return useContext(PageKindContext) !== "document";
}

interface PageHandle {
  frame?: unknown;
  isApp?: unknown;
}

export function handleOf(handle: unknown): PageHandle {
  return typeof handle === "object" && handle !== null ? handle : {};
}
