/** The day of a moment in Berlin, where the product's days begin and end (docs/product.md, 8.1). */
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

/**
 * The moment of a minute in Berlin, as a browser's field for a time sends it: "2026-12-01T08:00". Null for what is on no
 * clock there, such as 30 February and the hour that summer time leaves out. Of an hour that comes twice, the first.
 */
export function momentInBerlin(minute: string): Date | null {
  if (!/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(minute)) return null;
  const asUtc = Date.parse(`${minute}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  const moments = BERLIN_HOURS.map((hours) => asUtc - hours * 3_600_000);
  const found = moments.find((moment) => berlinMinute.format(moment) === minute.replace("T", " "));
  return found === undefined ? null : new Date(found);
}

/** The minute that a clock in Berlin shows at a moment, as such a field has it. */
export function minuteInBerlin(at: Date): string {
  return berlinMinute.format(at).replace(" ", "T");
}

const DAY_MS = 86_400_000;

/** "2026-02-28" for one day before "2026-03-01": days of the calendar, of which some last 23 or 25 hours in Berlin. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** What the pages are decorated with; which of them a browser shows, the script decides. */
export type Season = "snow" | "ghost";

/** The season of a moment, by its day in Berlin: December, and 25 October to 1 November (docs/product.md, 9.12). */
export function seasonAt(at: Date): Season | null {
  const day = businessDate(at).slice(5);
  if (day.startsWith("12-")) return "snow";
  return day >= "10-25" && day <= "11-01" ? "ghost" : null;
}
