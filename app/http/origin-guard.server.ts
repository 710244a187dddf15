import type { MiddlewareFunction } from "react-router";
import { servicesContext } from "../context.ts";
import { refuseRequest } from "./page-limit.server.ts";
import { pageUrl } from "./page-url.server.ts";
import { API_PATH, ONE_CLICK, SERVER_TO_SERVER } from "./path-kinds.ts";

const SENT = "Authorization, Content-Type, Idempotency-Key, Accept-Language, If-None-Match";
const READ = "ETag, Retry-After, RateLimit, RateLimit-Policy";
const PREFLIGHT_SECONDS = 600;

/** An API call from an allowed site (API_ORIGINS) has no cookies, only tokens. */
function isAllowedCall(request: Request, origins: readonly string[]): boolean {
  const origin = request.headers.get("Origin");
  const isNamed = origin !== null && origins.includes(origin);
  return isNamed && API_PATH.test(new URL(request.url).pathname) && !request.headers.has("Cookie");
}

export async function withCors(
  request: Request,
  origins: readonly string[],
  answer: () => Promise<Response>,
): Promise<Response> {
  if (!isAllowedCall(request, origins)) return await answer();
  const origin = request.headers.get("Origin") ?? "";
  const isAskedInAdvance =
    request.method === "OPTIONS" && request.headers.has("Access-Control-Request-Method");
  const response = isAskedInAdvance
    ? new Response(null, {
        status: 204,
        headers: {
          "Access-Control-Allow-Methods": "GET, POST, PATCH, DELETE",
          "Access-Control-Allow-Headers": SENT,
          "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
        },
      })
    : await answer();
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Expose-Headers", READ);
  response.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  response.headers.append("Vary", "Origin");
  return response;
}

/**
 * With SameSite cookies this replaces form tokens, also for resource routes. Browsers send Origin or
 * Sec-Fetch-Site; other callers have no cookies to abuse (docs/product.md, 9.6).
 */
export const originGuard: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return await next();
  const url = pageUrl(request);
  if (SERVER_TO_SERVER.test(url.pathname)) return await next();
  // Forms only post; API routes check their own methods.
  if (request.method !== "POST" && !API_PATH.test(url.pathname)) return await refuseRequest(context, 405);
  const origin = request.headers.get("Origin");
  const { log, config } = context.get(servicesContext);
  if (isAllowedCall(request, config.API_ORIGINS)) return await next();
  const site = request.headers.get("Sec-Fetch-Site");
  if (isFromOtherSite(origin, site, url.origin) && !ONE_CLICK.test(url.pathname)) {
    log.warn({ route: "refused post", origin: origin?.slice(0, 100) }, "post from another origin");
    return await refuseRequest(context, 403);
  }
  return await next();
};

export function isFromOtherSite(
  origin: string | null,
  site: string | null | undefined,
  own: string,
): boolean {
  return (origin !== null && origin !== own) || site === "cross-site";
}
