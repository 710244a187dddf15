import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { data, type MiddlewareFunction } from "react-router";
import { clientAddressContext, retryAfterContext, servicesContext } from "../context.ts";
import { SERVER_TO_SERVER } from "./origin-guard.server.ts";

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 3600;

/** How often something may be done in how many seconds; who does it more often is blocked for a while. */
interface Rule {
  points: number;
  duration: number;
  blockDuration?: number;
}

/** The budgets of the product (decisions.md, Accounts: Limits). */
function rules(postsPerMinute: number) {
  return {
    posts: { points: postsPerMinute, duration: 60 },
    login_email: { points: 5, duration: QUARTER_SECONDS, blockDuration: QUARTER_SECONDS },
    login_address: { points: 20, duration: QUARTER_SECONDS, blockDuration: QUARTER_SECONDS },
    registration: { points: 5, duration: HOUR_SECONDS, blockDuration: QUARTER_SECONDS },
    forgot_email: { points: 3, duration: HOUR_SECONDS, blockDuration: QUARTER_SECONDS },
    forgot_address: { points: 20, duration: HOUR_SECONDS, blockDuration: QUARTER_SECONDS },
    second_factor: { points: 5, duration: QUARTER_SECONDS, blockDuration: QUARTER_SECONDS },
    own_password: { points: 5, duration: QUARTER_SECONDS, blockDuration: QUARTER_SECONDS },
    resend: { points: 5, duration: HOUR_SECONDS, blockDuration: QUARTER_SECONDS },
    payout_data: { points: 6, duration: HOUR_SECONDS },
    fan_upload: { points: 20, duration: HOUR_SECONDS },
    link: { points: 60, duration: QUARTER_SECONDS },
  } satisfies Record<string, Rule>;
}

export type Budget = keyof ReturnType<typeof rules>;

/** Named budgets, kept in PostgreSQL so that all processes share them. Keys are kept hashed: they name somebody. */
export interface Limits {
  /** Takes one from the budget; the seconds to wait when it is used up, else null. */
  take(budget: Budget, key: string): Promise<number | null>;
  /** Gives one back: what was taken for turned out to be right. */
  giveBack(budget: Budget, key: string): Promise<void>;
  /** The budget is full again. */
  reset(budget: Budget, key: string): Promise<void>;
}

export function createLimits(pool: pg.Pool, options: { postsPerMinute: number; secret: string }): Limits {
  const limiters = new Map<Budget, RateLimiterPostgres>();
  for (const [name, rule] of Object.entries(rules(options.postsPerMinute))) {
    limiters.set(
      name as Budget,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: name,
        ...rule,
      }),
    );
  }
  const limiterOf = (budget: Budget): RateLimiterPostgres => {
    const limiter = limiters.get(budget);
    if (!limiter) throw new Error(`no budget ${budget}`);
    return limiter;
  };
  const hidden = (key: string) =>
    createHmac("sha256", options.secret).update(key.toLowerCase()).digest("base64url").slice(0, 22);
  return {
    async take(budget, key) {
      try {
        await limiterOf(budget).consume(hidden(key));
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
        throw refusal;
      }
    },
    async giveBack(budget, key) {
      await limiterOf(budget).reward(hidden(key));
    },
    async reset(budget, key) {
      await limiterOf(budget).delete(hidden(key));
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
