import { createContext } from "react";

export const RefusedContext = createContext(false);

export const FOCUSED = { autoFocus: true, tabIndex: -1 } as const;
