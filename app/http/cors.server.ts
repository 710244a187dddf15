import { API_PATH } from "./path-kinds.ts";

const SENT = "Authorization, Content-Type, Idempotency-Key, Accept-Language, If-None-Match";
const READ = "ETag, Retry-After";
const PREFLIGHT_SECONDS = 600;

/** True for an API call from an allowed site (API_ORIGINS); such calls have no cookies, only tokens. */
export function isAllowedCall(request: Request, origins: readonly string[]): boolean {
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
