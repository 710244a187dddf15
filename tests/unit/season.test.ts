import { expect, test } from "vitest";
import { type Season, seasonAt } from "../../app/domain/calendar.ts";

test.for<[string, Season | null]>([
  ["2026-11-30T22:59:59Z", null],
  ["2026-11-30T23:00:00Z", "snow"],
  ["2026-12-31T22:59:59Z", "snow"],
  ["2026-12-31T23:00:00Z", null],
  // Summer time is still on when the ghost comes, and over when it goes.
  ["2026-10-24T21:59:59Z", null],
  ["2026-10-24T22:00:00Z", "ghost"],
  ["2026-11-01T22:59:59Z", "ghost"],
  ["2026-11-01T23:00:00Z", null],
  ["2027-07-01T12:00:00Z", null],
])("at %s in Berlin the season is %s", ([at, season]) => {
  expect(seasonAt(new Date(at))).toBe(season);
});
