import { useState } from "react";
import { Outlet } from "react-router";
import { RenderedActs } from "../ui/lost-connection.ts";

export const handle = { isApp: true };

export default function AppPages() {
  const [rendered] = useState(() => new Set<string>());
  return (
    <RenderedActs value={rendered}>
      <Outlet />
    </RenderedActs>
  );
}
