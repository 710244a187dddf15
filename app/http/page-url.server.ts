import type { MiddlewareFunction } from "react-router";
import { isAppPath } from "../ui/shells/app-pages.ts";

export function pageUrl({ url }: Pick<Request, "url">): URL {
  const page = new URL(url);
  if (!page.pathname.endsWith(DATA)) return page;
  page.pathname = pagePath(page.pathname);
  page.searchParams.delete("_routes");
  return page;
}

export function pagePath(path: string): string {
  if (!path.endsWith(DATA)) return path;
  const page = path.slice(0, -DATA.length);
  return page === "/_root" ? "/" : page.replace(/\/_$/, "/");
}

export function isDataRequest({ url }: Pick<Request, "url">): boolean {
  return new URL(url).pathname.endsWith(DATA);
}

export const DATA = ".data";

export const appRedirects: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  const location = response.headers.get("Location");
  if (location === null || !isDataRequest(request)) return response;
  if (!location.startsWith("/") || !isAppPath(location))
    response.headers.set("X-Remix-Reload-Document", "true");
  return response;
};
