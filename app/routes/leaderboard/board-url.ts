import type { Interval, Range } from "../../domain/leaderboard/leaderboard.schema.ts";

/** A page of the leaderboard. */
export interface BoardAddress {
  kind: "creators" | "grouplists";
  range?: Range;
  page?: number;
  /** Past days, weeks or months instead of a range. */
  interval?: Interval;
}

/** Its address; what goes without saying is left out, so that the plain one is kept for all guests. */
export function boardUrl({ kind, range = "month", page = 1, interval }: BoardAddress): string {
  const query = new URLSearchParams();
  if (interval) query.set("interval", interval);
  else if (range !== "month") query.set("range", range);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/leaderboard/${kind}?${query}` : `/leaderboard/${kind}`;
}
