import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../../app/routes.ts";

/** The addresses of all hydrated pages that name nothing of their own, by app/routes.ts. */
export async function appPaths(): Promise<string[]> {
  return pathsOf(await routes, false);
}

function pathsOf(entries: readonly RouteConfigEntry[], isApp: boolean): string[] {
  return entries.flatMap(({ id = "", path, file, children = [] }) => {
    if (children.length > 0) return pathsOf(children, isApp || id.startsWith("app:"));
    return isApp && path !== undefined && !path.includes(":") && file.endsWith(".tsx") ? [`/${path}`] : [];
  });
}
