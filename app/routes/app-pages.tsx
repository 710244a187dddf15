import "../ui/css/app-css.ts";

/** Pages within it are hydrated. */
export const handle = { isApp: true };

export { Outlet as default } from "react-router";
