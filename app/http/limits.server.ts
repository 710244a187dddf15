import { isIPv6 } from "node:net";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { data, type MiddlewareFunction } from "react-router";
import { clientAddressContext, retryAfterContext, servicesContext } from "../context.ts";
import { SERVER_TO_SERVER } from "./origin-guard.server.ts";

/** Named budgets, kept in PostgreSQL so that all processes share them (decisions.md, Accounts: Limits). */
export interface Limits {
  /** Takes one from the budget; the seconds to wait when it is used up, else null. */
  take(budget: "posts", key: string): Promise<number | null>;
}

export function createLimits(pool: pg.Pool, options: { postsPerMinute: number }): Limits {
  const limiters = {
    posts: new RateLimiterPostgres({
      storeClient: pool,
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: "posts",
      points: options.postsPerMinute,
      duration: 60,
    }),
  };
  return {
    async take(budget, key) {
      try {
        await limiters[budget].consume(key);
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
        throw refusal;
      }
    },
  };
}

/** Every post counts against its address; who sends too many gets the 429 page for a while. */
export const postLimit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return await next();
  if (SERVER_TO_SERVER.test(new URL(request.url).pathname)) return await next();
  const seconds = await context
    .get(servicesContext)
    .limits.take("posts", addressKey(context.get(clientAddressContext)));
  if (seconds !== null) {
    context.set(retryAfterContext, seconds);
    throw data(null, { status: 429 });
  }
  return await next();
};

/** One household, one budget: IPv6 counts by its /64. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
