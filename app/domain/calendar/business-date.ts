/** The day of a moment in Berlin, where the product's days begin and end (decisions.md, Leaderboard). */
export function businessDate(at: Date): string {
  return berlinFormat.format(at);
}
const berlinFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" });
