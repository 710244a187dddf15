const DAY_MS = 86_400_000;

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

/** UTC midnight, by Meeus, Jones and Butcher. */
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
