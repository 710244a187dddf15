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
