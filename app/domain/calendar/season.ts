import { businessDate } from "./business-date.ts";

/** What the pages are decorated with; which of them a browser shows, the script decides. */
export type Season = "snow" | "ghost";

/** The season of a moment, by its day in Berlin: December, and 25 October to 1 November (docs/product.md, 9.12). */
export function seasonAt(at: Date): Season | null {
  const day = businessDate(at).slice(5);
  if (day.startsWith("12-")) return "snow";
  return day >= "10-25" && day <= "11-01" ? "ghost" : null;
}
