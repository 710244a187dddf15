import { z } from "zod";
import { productRules } from "../../product-rules.ts";

export const RANGES = ["month", "30days", "day"] as const;
export type Range = (typeof RANGES)[number];

export const INTERVALS = ["day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

export const leaderboardQuery = z.object({
  range: z.enum(RANGES).default("month"),
  page: z
    .string()
    .regex(/^[1-9]\d?$/)
    .transform(Number)
    .refine((page) => page <= productRules.leaderboard.pages_maximum)
    .default(1),
});

export const creatorsQuery = leaderboardQuery.extend({ interval: z.enum(INTERVALS).optional() });

export const rankingSwitch = z.object({
  enabled: z.enum(["on", "off"], "errors.terms.choose").transform((value) => value === "on"),
});

export const rangeField = z.enum(RANGES).catch("month");
