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
