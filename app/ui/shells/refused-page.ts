import { createContext } from "react";

export const RefusedContext = createContext(false);

/** Focuses the error when the page loads. */
export const FOCUSED = { autoFocus: true, tabIndex: -1 } as const;
