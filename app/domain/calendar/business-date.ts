/** The day of a moment in Berlin, where the product's days begin and end (docs/product.md, 8.1). */
export function businessDate(at: Date): string {
  return berlinFormat.format(at);
}
const berlinFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" });
