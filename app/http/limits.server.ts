import { createHmac } from "node:crypto";
import type pg from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { type Budget, type Limit, limitTable } from "./limit-table.ts";

export interface Spent {
  budget: Budget;
  quota: number;
  window_seconds: number;
  left: number;
  /** Until whole again, or until a refusal ends. */
  reset_seconds: number;
  is_refused: boolean;
}

/** In PostgreSQL, for all processes. Keys are hashed: they identify users and visitors. */
export interface Limits {
  /** Seconds to wait, or null. */
  take(budget: Budget, key: string, points?: number): Promise<number | null>;
  spend(budget: Budget, key: string, points?: number): Promise<Spent>;
  isUsedUp(budget: "refusals", key: string): Promise<boolean>;
  /** Seconds left of a refusal in this process's memory. */
  refusedFor(budget: "posts", key: string): Promise<number | null>;
  giveBack(budget: Budget, key: string, points?: number): Promise<void>;
  reset(budget: Budget, key: string): Promise<void>;
  /** Keyed: tables reveal no addresses or networks. */
  hash(place: string): Buffer;
}

/** Rendering costs this process's time; a row per page would cost more. */
const IN_MEMORY: readonly string[] = ["pages", "pages_own", "pages_steps", "refusals", "tracking"];

export function createLimits(
  pool: pg.Pool,
  options: { postsPerMinute: number; crowdFactor: number; secret: string },
): Limits {
  const limiters = new Map<string, RateLimiterAbstract>();
  for (const [name, limit] of Object.entries<Limit>(limitTable)) {
    const own = name === "posts" ? options.postsPerMinute : limit.points;
    const rule = {
      points: limit.grows ? own * options.crowdFactor : own,
      duration: limit.seconds,
      blockDuration: limit.block ?? 0,
      keyPrefix: name,
    };
    limiters.set(
      name,
      IN_MEMORY.includes(name)
        ? new RateLimiterMemory(rule)
        : new RateLimiterPostgres({
            storeClient: pool,
            tableName: "rate_limits",
            tableCreated: true,
            ...rule,
          }),
    );
  }
  const limiterOf = (budget: Budget): RateLimiterAbstract => {
    const limiter = limiters.get(budget);
    if (!limiter) throw new Error(`no budget ${budget}`);
    return limiter;
  };
  const refused = new RateLimiterMemory({ keyPrefix: "refused", points: 1, duration: 1 });
  const digest = (key: string) => createHmac("sha256", options.secret).update(key.toLowerCase()).digest();
  // In memory for a minute; hashing would cost a fiftieth of a page.
  const keptAs = (budget: Budget, key: string) =>
    IN_MEMORY.includes(budget) ? key.toLowerCase() : digest(key).toString("base64url").slice(0, 22);
  const spend = async (budget: Budget, key: string, points = 1): Promise<Spent> => {
    const limiter = limiterOf(budget);
    const of = { budget, quota: limiter.points, window_seconds: limiter.duration };
    const stateOf = ({ remainingPoints: left, msBeforeNext }: RateLimiterRes) => ({
      ...{ ...of, left, reset_seconds: Math.ceil(msBeforeNext / 1000) },
    });
    try {
      return { ...stateOf(await limiter.consume(keptAs(budget, key), points)), is_refused: false };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const state = stateOf(refusal);
      if (budget === "posts") await refused.block(key, state.reset_seconds);
      return { ...state, is_refused: true };
    }
  };
  return {
    spend,
    hash: (place) => digest(`place\0${place}`).subarray(0, 16),
    async take(budget, key, points = 1) {
      const { is_refused, reset_seconds } = await spend(budget, key, points);
      return is_refused ? reset_seconds : null;
    },
    async isUsedUp(budget, key) {
      const state = await limiterOf(budget).get(keptAs(budget, key));
      return state !== null && state.remainingPoints <= 0;
    },
    async refusedFor(_budget, key) {
      const state = await refused.get(key);
      return state === null ? null : Math.ceil(state.msBeforeNext / 1000);
    },
    async giveBack(budget, key, points = 1) {
      await limiterOf(budget).reward(keptAs(budget, key), points);
    },
    async reset(budget, key) {
      await limiterOf(budget).delete(keptAs(budget, key));
    },
  };
}
