import { API_PATH } from "./path-kinds.ts";

/** What scripts of other sites may send and read. */
const SENT = "Authorization, Content-Type, Idempotency-Key, Accept-Language, If-None-Match";
const READ = "ETag, Retry-After";
const PREFLIGHT_SECONDS = 600;

/**
 * True for a call of the API from a page of another site that the operator allows (API_ORIGINS). It has no cookies of ours:
 * such a page calls by a token, or as a guest.
 */
export function isAllowedCall(request: Request, origins: readonly string[]): boolean {
  const origin = request.headers.get("Origin");
  const isNamed = origin !== null && origins.includes(origin);
  return isNamed && API_PATH.test(new URL(request.url).pathname) && !request.headers.has("Cookie");
}

/** Answers a browser that asks in advance, and lets the page of an allowed site read what the API answers. */
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
