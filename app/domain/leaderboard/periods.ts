import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { daysBefore } from "../calendar/days-before.ts";
import { THIRTY_DAYS_KEY } from "../rollups/thirty-days.server.ts";
import type { Range } from "./leaderboard.schema.ts";

/** What a page of a range is looked up by. */
export interface PeriodKey {
  range: Range;
  period: string;
  period_start: string;
  /** The day that is over, with whose ranks these are compared. */
  yesterday: string;
}

/** The rows of the rank tables that a range reads at a moment (the day in Berlin). */
export function periodOf(range: Range, now: Date): PeriodKey {
  const today = businessDate(now);
  const rows = {
    month: { period: "MONTH", period_start: `${today.slice(0, 7)}-01` },
    "30days": { period: "30DAYS", period_start: THIRTY_DAYS_KEY },
    day: { period: "DAY", period_start: today },
  };
  return { range, ...rows[range], yesterday: daysBefore(today, 1) };
}

/** Which rows a page of the list has. One more is asked for: it tells whether there is a next page. */
export function rowsOfPage(page: number): { first: number; count: number } {
  const { page_rows } = productRules.leaderboard;
  return { first: (page - 1) * page_rows, count: page_rows + 1 };
}

/** Whether somebody who was last seen then, and shows it, is online (docs/product.md, 5.11). */
export function isOnline(
  seen: { show_online_status: boolean; last_seen_at: Date | null },
  now: Date,
): boolean {
  const since = now.getTime() - productRules.online_minutes * 60_000;
  return seen.show_online_status && seen.last_seen_at !== null && seen.last_seen_at.getTime() >= since;
}
