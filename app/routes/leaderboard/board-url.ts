import type { Interval, Range } from "../../domain/leaderboard/leaderboard.schema.ts";

export interface BoardAddress {
  kind: "creators" | "grouplists";
  range?: Range;
  page?: number;
  interval?: Interval;
}

/** Defaults are left out, so the plain address is cached. */
export function boardUrl({ kind, range = "month", page = 1, interval }: BoardAddress): string {
  const query = new URLSearchParams();
  if (interval) query.set("interval", interval);
  else if (range !== "month") query.set("range", range);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/leaderboard/${kind}?${query}` : `/leaderboard/${kind}`;
}
