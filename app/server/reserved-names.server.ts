/**
 * The words that no username may be, since they begin an address of ours: the first segment of every route
 * (app/routes.ts), of the calls of the API, and of the files that are served beside them.
 */
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
