import type { MiddlewareFunction } from "react-router";
import { isAppPath } from "../ui/shells/app-pages.ts";
import { isDataRequest } from "./page-url.server.ts";

/** A redirect from a hydrated page to a plain one loads the document: CSS and scripts differ. */
export const appRedirects: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  const location = response.headers.get("Location");
  if (location === null || !isDataRequest(request)) return response;
  if (!location.startsWith("/") || !isAppPath(location))
    response.headers.set("X-Remix-Reload-Document", "true");
  return response;
};
