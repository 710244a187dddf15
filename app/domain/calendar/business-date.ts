/** In Berlin (docs/product.md, 8.1). */
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

/** December, and 25 October to 1 November (docs/product.md, 9.12). */
export function seasonAt(at: Date): Season | null {
  const day = businessDate(at).slice(5);
  if (day.startsWith("12-")) return "snow";
  return day >= "10-25" && day <= "11-01" ? "ghost" : null;
}
