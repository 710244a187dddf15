import type { MiddlewareFunction } from "react-router";
import { findRequestViewer } from "./sessions.server.ts";

/** Pages as they were asked for, and those with a refused form. */
const KEPT_STATUSES: readonly number[] = [200, 422];

/**
 * A guest's browser may keep each page as it left it, so that going back is instant, and a refused form is there again
 * with what was typed: it would ask to send the form once more for a page that it may not keep at all. Passwords and
 * codes are never sent back. Pages of who is signed in, and those that say so for themselves, nobody keeps
 * (docs/product.md, 9.4).
 */
export const keptGuestPages: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const { headers, status } = response;
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (!isPage || !KEPT_STATUSES.includes(status) || headers.has("Cache-Control")) return response;
  if ((await findRequestViewer(context)) === null) headers.set("Cache-Control", "private, no-cache");
  return response;
};
