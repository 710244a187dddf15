/** A route as the build knows it. */
interface BuiltRoute {
  parentId?: string | undefined;
  path?: string | undefined;
}

/** The shape of every address that no route has. */
const UNKNOWN = "/:unknown";

/**
 * Finds the pattern of the route that a path belongs to, for logs and metrics: names, tokens, ids and amounts are
 * somebody's, the pattern is nobody's. There are as many shapes as routes and calls of the API, whatever is asked for.
 */
export function createPathShape(
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
  calls: readonly { path: string }[] = [],
): (path: string) => string {
  const patterns = new Set([
    ...Object.values(routes).flatMap((route) => (route ? fullPatterns(route, routes) : [])),
    ...calls.map(({ path }) => path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1")),
  ]);
  const byLength = new Map<number, string[][]>();
  for (const pattern of patterns) {
    const segments = pattern.split("/");
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), segments]);
  }
  // Of two that fit, the one with the word is meant: /login rather than /:profile.
  for (const same of byLength.values()) same.sort((a, b) => wordsFirst(a).localeCompare(wordsFirst(b)));
  return (path) => {
    const asked = path.replace(/^\/|\/$/g, "").split("/");
    const found = byLength.get(asked.length)?.find((pattern) => fits(pattern, asked));
    return found ? `/${found.join("/")}` : UNKNOWN;
  };
}

function fits(pattern: readonly string[], asked: readonly string[]): boolean {
  return pattern.every((segment, at) =>
    isParameter(segment) ? asked[at] !== "" : segment === asked[at]?.toLowerCase(),
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

/** Sorts words before parameters, from the left. */
function wordsFirst(pattern: readonly string[]): string {
  return pattern.map((segment) => (isParameter(segment) ? "1" : "0")).join("");
}

/** The route's whole pattern, once with each optional segment and once without; none for a route that takes the rest. */
function fullPatterns(route: BuiltRoute, routes: Readonly<Record<string, BuiltRoute | undefined>>): string[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  const around = parent ? fullPatterns(parent, routes) : [""];
  const own = (route.path ?? "").split("/").filter(Boolean);
  if (own.includes("*")) return [];
  let patterns = around;
  for (const segment of own) {
    const join = (pattern: string) => [pattern, segment.replace(/\?$/, "")].filter(Boolean).join("/");
    patterns = patterns.flatMap((pattern) =>
      segment.endsWith("?") ? [pattern, join(pattern)] : [join(pattern)],
    );
  }
  return patterns;
}
