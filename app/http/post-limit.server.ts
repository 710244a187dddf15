import type { MiddlewareFunction } from "react-router";
import { clientAddressContext, retryAfterContext, servicesContext } from "../context.ts";
import { addressKey } from "./address-keys.ts";
import { pageUrl } from "./page-url.server.ts";
import { SERVER_TO_SERVER, TRACKING } from "./path-kinds.ts";
import { refuseRequest } from "./refused-request.server.ts";

export const postLimit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return await next();
  const { pathname } = pageUrl(request);
  if (SERVER_TO_SERVER.test(pathname) || TRACKING.test(pathname)) return await next();
  const seconds = await context
    .get(servicesContext)
    .limits.take("posts", addressKey(context.get(clientAddressContext)));
  if (seconds !== null) {
    context.set(retryAfterContext, seconds);
    return await refuseRequest(context, 429);
  }
  return await next();
};
