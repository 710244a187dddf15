import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { isAppPath } from "../shells/app-pages.ts";

/** A link to a page that is hydrated or not: one that is not loads its document. */
export function PageLink({ to, children }: { to: string; children: ReactNode }): ReactElement {
  return isAppPath(to) ? <Link to={to}>{children}</Link> : <a href={to}>{children}</a>;
}
