import { createContext } from "react";

/** True where the page answers a form that was refused. */
export const RefusedContext = createContext(false);

/** What says why a form was refused has the focus as soon as the page is there. */
export const FOCUSED = { autoFocus: true, tabIndex: -1 } as const;
