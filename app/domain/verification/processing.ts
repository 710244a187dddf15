import { productRules } from "../../product-rules.ts";

const DAY_MS = 86_400_000;

/** How far a check has come, as its creator sees it. */
export interface Processing {
  /** Working days left of 3; 0 once it takes longer. */
  days_left: number;
  /** 0 to 95: it never promises to be through. */
  percent: number;
}

/** How far a check is that was handed in at that moment: working time in Berlin alone counts, Monday to Friday. */
export function processingAt(handedInAt: Date, now: Date): Processing {
  const { working_days, percent_maximum } = productRules.verification;
  const worked = workingTime(berlinWallClock(handedInAt), berlinWallClock(now));
  const percent = Math.trunc((worked * 100) / (working_days * DAY_MS));
  return {
    days_left: Math.max(0, working_days - Math.trunc(worked / DAY_MS)),
    percent: Math.min(percent_maximum, percent),
  };
}

/** Milliseconds of Mondays to Fridays between two moments of the wall clock. */
function workingTime(from: number, to: number): number {
  let worked = 0;
  let at = from;
  // Whoever waits for more than a month is at the end of the scale long since.
  const end = Math.min(to, from + 31 * DAY_MS);
  while (at < end) {
    const midnight = (Math.trunc(at / DAY_MS) + 1) * DAY_MS;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) worked += Math.min(midnight, end) - at;
    at = midnight;
  }
  return worked;
}

const wallClock = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "Europe/Berlin",
});

/** What the clocks in Berlin show, as if it were UTC: days of the calendar are then whole days. */
function berlinWallClock(at: Date): number {
  return Date.parse(`${wallClock.format(at).replace(" ", "T")}Z`);
}
