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
  const patterns = Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => isForEverybody(route.module.handle))
    .map((route) => pathsTo(route, routes))
    .filter((paths) => paths !== null)
    .map((paths) => paths.flatMap((path) => path.split("/")));
  const shapes = patterns.map(([first = "", ...rest]) => ({
    isProfile: first.startsWith(":"),
    shape: new RegExp(`^/${[first, ...rest].map(shapeOf).join("/")}$`, "i"),
  }));
  return (path) => {
    const isReserved = reservedNames.has((path.split("/")[1] ?? "").toLowerCase());
    return shapes.some(({ isProfile, shape }) => shape.test(path) && !(isProfile && isReserved));
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

/** The paths of a route and of those around it, from the outermost in; null behind a guard. */
function pathsTo(
  route: BuiltRoute,
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
): string[] | null {
  if (route.id.startsWith("guard:")) return null;
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  const around = parent ? pathsTo(parent, routes) : [];
  return around && [...around, ...(route.path ? [route.path] : [])];
}

/** A segment of a pattern as it may stand in an address. */
function shapeOf(segment: string): string {
  if (segment === "*") return ".*";
  if (segment.startsWith(":")) return segment.endsWith("?") ? "[^/]*" : "[^/]+";
  return segment.replace(/[^\w-]/g, "\\$&");
}
