const DAY_MS = 86_400_000;

/** "2026-02-28" for one day before "2026-03-01": days of the calendar, of which some last 23 or 25 hours in Berlin. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
