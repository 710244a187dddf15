import { data, redirect } from "react-router";
import type { Route } from "./+types/not-found";

/** Former addresses of queues. */
const MOVED: readonly (readonly [before: RegExp, now: string])[] = [
  [/^payments\/(suspense|unhandled|by-hand|failed-refunds)$/, "exceptions?kind=$1"],
  [/^payments\/suspense\/([^/]+)$/, "exceptions/suspense/$1"],
  [/^books\/bank\/exceptions\/([^/]+)$/, "exceptions/bookings/$1"],
  [/^books\/bank\/gaps\/([^/]+)$/, "exceptions/gaps/$1"],
  [/^(verifications|tips|items|words|groups)$/, "reviews?kind=$1"],
  [/^(verifications|tips|items|words|groups)\/([^/]+)$/, "reviews/$1/$2"],
  [/^(tips|items)\/([^/]+)\/image$/, "reviews/$1/$2/pictures/new"],
  [/^groups\/([^/]+)\/picture\/(old|new)$/, "reviews/groups/$1/pictures/$2"],
  [/^books\/settlements\/exceptions\/([^/]+)(?:\/acceptance)?$/, "exceptions/settlements/$1"],
];

export function loader({ url }: Route.LoaderArgs) {
  const path = url.pathname.replace(/^\/admin\//i, "");
  const moved = MOVED.find(([before]) => before.test(path));
  if (!moved) throw data(null, { status: 404 });
  return redirect(`/admin/${path.replace(...moved)}`, 308);
}

export function action() {
  throw data(null, { status: 404 });
}

export { NoPage as default } from "../no-page.ts";
