import { useState } from "react";
import { Outlet } from "react-router";
import { RenderedActs } from "../ui/act-reply.ts";
import "../ui/css/app-css.ts";

/** Pages within it are hydrated. */
export const handle = { isApp: true };

/** They bring titles of their own. */
export const meta = () => [];

export default function AppPages() {
  const [rendered] = useState(() => new Set<string>());
  return (
    <RenderedActs value={rendered}>
      <Outlet />
    </RenderedActs>
  );
}
