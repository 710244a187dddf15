import type { AnchorHTMLAttributes } from "react";
import { Link } from "react-router";
import { isAppPath } from "../shells/app-pages.ts";
import { useIsApp } from "../shells/hydration.ts";

export function PageLink({
  href,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  "data-dialog"?: string;
  "data-close"?: string;
}) {
  return useIsApp() && (href.startsWith("#") || isAppPath(href)) ? (
    <Link to={href} {...rest} />
  ) : (
    <a href={href} {...rest} />
  );
}
