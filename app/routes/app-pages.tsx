import "../ui/css/app-css.ts";

/** Pages within it are hydrated. */
export const handle = { isApp: true };

/** They bring titles of their own. */
export const meta = () => [];

export { Outlet as default } from "react-router";
