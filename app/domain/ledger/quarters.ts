/** A quarter such as "2026-Q4", as an address says it; null for anything else. */
export function askedQuarter(text: string | null | undefined): string | null {
  return text && /^[12]\d{3}-Q[1-4]$/.test(text) ? text : null;
}

/** The quarter of a month or day, such as "2026-10" or "2026-10-31". */
export function quarterOf(date: string): string {
  const [year = "", month = ""] = date.split("-");
  return `${year}-Q${["01", "04", "07", "10"].findLastIndex((first) => first <= month) + 1}`;
}

/** The first days of a quarter's months. */
export function monthsOf(quarter: string): string[] {
  const [year = "", number = ""] = quarter.split("-Q");
  return [2, 1, 0].map((before) => `${year}-${String(3 * Number(number) - before).padStart(2, "0")}-01`);
}

/** The last day of a quarter. */
export function lastDayOf(quarter: string): string {
  const [year = "", number = ""] = quarter.split("-Q");
  return new Date(Date.UTC(Number(year), 3 * Number(number), 0)).toISOString().slice(0, 10);
}
