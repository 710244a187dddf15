import { ROUTE_LIST } from "../http/path-kinds.ts";

interface BuiltRoute {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  module: { handle?: unknown };
}

/** By path: `handle.isForEverybody` and no guard. Such pages use only what the cache key contains. */
export function createGuestPages(
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
  reservedNames: ReadonlySet<string>,
): (path: string) => boolean {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const guestPages = all.filter((route) => isForEverybody(route.module.handle));
  const others = all.filter((route) => !guestPages.includes(route)).map((route) => segmentsTo(route, routes));
  const shapes = guestPages
    .filter((route) => !isGuarded(route, routes))
    .map((route) => segmentsTo(route, routes))
    .map((segments) => ({
      isProfile: (segments[0] ?? "").startsWith(":"),
      shape: shapeOf(segments),
      // /voucher/redeem wins over /voucher/:amount.
      nearer: others.filter((other) => isNearer(other, segments)).map(shapeOf),
    }));
  return (path) => {
    if (path === ROUTE_LIST) return false;
    const isReserved = reservedNames.has((path.split("/")[1] ?? "").toLowerCase());
    return shapes.some(
      ({ isProfile, shape, nearer }) =>
        shape.test(path) && !(isProfile && isReserved) && !nearer.some((other) => other.test(path)),
    );
  };
}

function isForEverybody(handle: unknown): boolean {
  return (
    typeof handle === "object" &&
    handle !== null &&
    "isForEverybody" in handle &&
    handle.isForEverybody === true
  );
}

function isGuarded(route: BuiltRoute, routes: Readonly<Record<string, BuiltRoute | undefined>>): boolean {
  if (route.id.startsWith("guard:")) return true;
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent !== undefined && isGuarded(parent, routes);
}

function segmentsTo(route: BuiltRoute, routes: Readonly<Record<string, BuiltRoute | undefined>>): string[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  const around = parent ? segmentsTo(parent, routes) : [];
  return [...around, ...(route.path ? route.path.split("/") : [])];
}

const isParameter = (segment: string) => segment.startsWith(":");

/** Usernames are excluded, as they are reserved. */
function isNearer(other: readonly string[], segments: readonly string[]): boolean {
  return (
    other.length === segments.length &&
    !isParameter(segments[0] ?? ":") &&
    other.some((segment, at) => !isParameter(segment) && isParameter(segments[at] ?? "")) &&
    other.every((segment, at) => {
      const mine = segments[at] ?? "";
      return isParameter(mine) || (!isParameter(segment) && segment === mine);
    })
  );
}

function shapeOf(segments: readonly string[]): RegExp {
  return new RegExp(`^/${segments.map(partOf).join("/")}$`, "i");
}

function partOf(segment: string): string {
  if (segment === "*") return ".*";
  if (isParameter(segment)) return segment.endsWith("?") ? "[^/]*" : "[^/]+";
  return segment.replace(/[^\w-]/g, "\\$&");
}
