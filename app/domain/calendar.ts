export function businessDate(at: Date): string {
  return berlinFormat.format(at);
}
const berlinFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" });

const berlinMinute = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  dateStyle: "short",
  timeStyle: "short",
});
const BERLIN_HOURS = [2, 1];

/** "2026-12-01T08:00". Null for times that do not exist; the first of repeated ones. */
export function momentInBerlin(minute: string): Date | null {
  if (!/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(minute)) return null;
  const asUtc = Date.parse(`${minute}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  const moments = BERLIN_HOURS.map((hours) => asUtc - hours * 3_600_000);
  const found = moments.find((moment) => berlinMinute.format(moment) === minute.replace("T", " "));
  return found === undefined ? null : new Date(found);
}

export function minuteInBerlin(at: Date): string {
  return berlinMinute.format(at).replace(" ", "T");
}

const DAY_MS = 86_400_000;

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

export type Season = "snow" | "ghost";

/** docs/product.md, 9.12. */
export function seasonAt(at: Date): Season | null {
  const day = businessDate(at).slice(5);
  if (day.startsWith("12-")) return "snow";
  return day >= "10-25" && day <= "11-01" ? "ghost" : null;
}

const FIXED_HOLIDAYS = new Set(["01-01", "05-01", "12-25", "12-26"]);

export function nextTargetDay(day: string): string {
  let at = Date.parse(`${day}T00:00:00Z`);
  do at += DAY_MS;
  while (!isTargetDay(at));
  return isoDay(at);
}

export function targetDaysBefore(day: string, days: number): string {
  let at = Date.parse(`${day}T00:00:00Z`);
  for (let left = days; left > 0; left -= 1)
    do at -= DAY_MS;
    while (!isTargetDay(at));
  return isoDay(at);
}

function isTargetDay(at: number): boolean {
  const weekday = new Date(at).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (FIXED_HOLIDAYS.has(isoDay(at).slice(5))) return false;
  const easter = easterSunday(new Date(at).getUTCFullYear());
  return at !== easter - 2 * DAY_MS && at !== easter + DAY_MS;
}

function easterSunday(year: number): number {
  const whole = Math.trunc;
  const century = whole(year / 100);
  const moonYear = year % 19;
  const leap = whole(century / 4);
  const epact =
    (19 * moonYear + century - leap - whole((century - whole((century + 8) / 25) + 1) / 3) + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * whole((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = whole((moonYear + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return Date.UTC(year, whole(days / 31) - 1, (days % 31) + 1);
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
