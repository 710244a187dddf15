import type { MiddlewareFunction } from "react-router";
import { findRequestViewer } from "./sessions.server.ts";

/**
 * A guest who goes back to a page with errors sees it again: the browser may keep it for this visitor, and asks to send
 * the form once more only for a page that it may not keep at all. It holds nothing secret: passwords and codes are never
 * sent back. Pages of the provider say for themselves that nobody keeps them.
 */
export const refusedForms: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const { headers, status } = response;
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (status !== 422 || !isPage || headers.has("Cache-Control")) return response;
  if ((await findRequestViewer(context)) === null) headers.set("Cache-Control", "private, no-cache");
  return response;
};
