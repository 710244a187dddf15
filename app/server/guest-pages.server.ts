import { ROUTE_LIST } from "../http/path-kinds.ts";

/** A route as the build knows it. */
interface BuiltRoute {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  module: { handle?: unknown };
}

/**
 * Tells by its path whether a page is the same for all guests: its route says so (`handle.isForEverybody`), and no
 * guard stands before it. Such a page is made from nothing of the visitor but what the page cache keeps apart.
 */
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
      // Of /voucher/:amount and /voucher/redeem the second one answers under its own address.
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

/** The segments of a route's pattern, those of the routes around it first. */
function segmentsTo(route: BuiltRoute, routes: Readonly<Record<string, BuiltRoute | undefined>>): string[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  const around = parent ? segmentsTo(parent, routes) : [];
  return [...around, ...(route.path ? route.path.split("/") : [])];
}

const isParameter = (segment: string) => segment.startsWith(":");

/** Whether a pattern says more of the same addresses than another: first names of creators aside, which are reserved. */
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

/** The addresses that a pattern stands for. */
function shapeOf(segments: readonly string[]): RegExp {
  return new RegExp(`^/${segments.map(partOf).join("/")}$`, "i");
}

/** A segment of a pattern as it may stand in an address. */
function partOf(segment: string): string {
  if (segment === "*") return ".*";
  if (isParameter(segment)) return segment.endsWith("?") ? "[^/]*" : "[^/]+";
  return segment.replace(/[^\w-]/g, "\\$&");
}
