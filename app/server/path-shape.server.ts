import type { ServerBuild } from "react-router";
import { unstable_preloadRoutePattern } from "react-router/route-pattern";

interface BuiltRoute {
  parentId?: string | undefined;
  path?: string | undefined;
}

const UNKNOWN = "/:unknown";

/**
 * For logs and metrics: a path holds names, tokens and ids, its pattern none. Bounded by routes and calls.
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
  // The static route wins: /login over /:profile.
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

function wordsFirst(pattern: readonly string[]): string {
  return pattern.map((segment) => (isParameter(segment) ? "1" : "0")).join("");
}

/** With and without each optional segment; none for a splat. */
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

/**
 * One trie: a quarter more pages (docs/bench.md). react-router.config.ts does not reach the server's build.
 */
export async function withPatternMatcher(plain: ServerBuild): Promise<ServerBuild> {
  await unstable_preloadRoutePattern();
  // The framework's types lack this setting.
  const future = Object.assign({}, plain.future, { unstable_routePatternMatching: true });
  return { ...plain, future };
}

export function reservedNames(
  routes: Readonly<Record<string, { path?: string } | undefined>>,
): ReadonlySet<string> {
  const reserved = new Set(["api", "oauth", "assets", "favicon.svg", "robots.txt"]);
  for (const route of Object.values(routes)) {
    const first = route?.path?.split("/")[0];
    if (first && !first.startsWith(":") && first !== "*") reserved.add(first.toLowerCase());
  }
  return reserved;
}
