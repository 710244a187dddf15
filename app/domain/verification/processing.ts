import { productRules } from "../../product-rules.ts";

const DAY_MS = 86_400_000;

export interface Processing {
  /** Of 3. */
  days_left: number;
  percent: number;
}

/** Working time in Berlin, Monday to Friday. */
export function processingAt(handedInAt: Date, now: Date): Processing {
  const { working_days, percent_maximum } = productRules.verification;
  const worked = workingTime(berlinWallClock(handedInAt), berlinWallClock(now));
  const percent = Math.trunc((worked * 100) / (working_days * DAY_MS));
  return {
    days_left: Math.max(0, working_days - Math.trunc(worked / DAY_MS)),
    percent: Math.min(percent_maximum, percent),
  };
}

function workingTime(from: number, to: number): number {
  let worked = 0;
  let at = from;
  // The scale ends long before a month.
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

/** Berlin time as if UTC, so that days are whole. */
function berlinWallClock(at: Date): number {
  return Date.parse(`${wallClock.format(at).replace(" ", "T")}Z`);
}
