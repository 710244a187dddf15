import type { AnchorHTMLAttributes, ReactElement } from "react";
import { Link } from "react-router";
import { isAppPath } from "../shells/app-pages.ts";
import { useIsApp } from "../shells/hydration.ts";

/** A link of the frame: within the hydrated pages it is followed by React Router, across their border it loads a document. */
export function PageLink({
  href,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  "data-dialog"?: string;
  "data-close"?: string;
}): ReactElement {
  return useIsApp() && (href.startsWith("#") || isAppPath(href)) ? (
    <Link to={href} {...rest} />
  ) : (
    <a href={href} {...rest} />
  );
}
