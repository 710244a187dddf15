import type { MiddlewareFunction } from "react-router";
import { findRequestViewer } from "./sessions.server.ts";

const KEPT_STATUSES: readonly number[] = [200, 422];

/** Browsers may cache guests' pages, not those of signed-in users (docs/product.md, 9.4). */
export const keptGuestPages: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const { headers, status } = response;
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (!isPage || !KEPT_STATUSES.includes(status) || headers.has("Cache-Control")) return response;
  if ((await findRequestViewer(context)) === null) headers.set("Cache-Control", "private, no-cache");
  return response;
};
