import type { MiddlewareFunction } from "react-router";
import { spentContext } from "../context.ts";
import { LASTING } from "./fresh-answer.server.ts";

/** draft-ietf-httpapi-ratelimit-headers-10. */
export const budgetHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const spent = context.get(spentContext);
  // A lasting document is alike for all callers.
  if (spent.length === 0 || response.status === 304 || response.headers.has(LASTING)) return response;
  const policies = spent.map(
    ({ budget, quota, window_seconds }) => `"${budget}";q=${quota};w=${window_seconds}`,
  );
  const states = spent.map(({ budget, left, reset_seconds }) => `"${budget}";r=${left};t=${reset_seconds}`);
  response.headers.set("RateLimit-Policy", policies.join(", "));
  response.headers.set("RateLimit", states.join(", "));
  return response;
};
