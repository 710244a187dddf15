import { z } from "zod";
import { productRules } from "../../product-rules.ts";

/** The ranges of the leaderboard: the calendar's month, the last thirty days, today. */
export const RANGES = ["month", "30days", "day"] as const;
export type Range = (typeof RANGES)[number];

/** What of the past is shown: the top of each day, week or month that is over. */
export const INTERVALS = ["day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

/** The address of a page of the leaderboard; the month's first page where it names nothing. */
export const leaderboardQuery = z.object({
  range: z.enum(RANGES).default("month"),
  page: z
    .string()
    .regex(/^[1-9]\d?$/)
    .transform(Number)
    .refine((page) => page <= productRules.leaderboard.pages_maximum)
    .default(1),
});

/** The same of a page that can show the past instead. */
export const creatorsQuery = leaderboardQuery.extend({ interval: z.enum(INTERVALS).optional() });

/** The switch of one's own ranking. */
export const rankingSwitch = z.object({
  enabled: z.enum(["on", "off"], "errors.terms.choose").transform((value) => value === "on"),
});

/** The range that a form leads back to. */
export const rangeField = z.enum(RANGES).catch("month");
