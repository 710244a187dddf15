import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { keepRates } from "./held-rates.server.ts";

/** The European Central Bank's daily file could not be read. */
export class RatesUnavailable extends Error {
  override name = "RatesUnavailable";
}

/** Reads the bank's daily XML: its date, and units of each currency for one euro. Throws RatesUnavailable. */
export function parseEcbRates(xml: string): { date: string; rates: Map<string, string> } {
  const date = /<Cube time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml)?.[1];
  const found = xml.matchAll(/<Cube currency=['"]([A-Z]{3})['"] rate=['"](\d+(?:\.\d{1,8})?)['"]/g);
  const rates = new Map([...found].map((match) => [match[1] ?? "", match[2] ?? ""]));
  if (!date || rates.size === 0)
    throw new RatesUnavailable("the reference rates file has another form than expected");
  return { date, rates };
}

/** Fetches the day's reference rates and keeps those of currencies that we know; what leaps waits for an operator. */
export async function refreshRates(db: Kysely<DB>, url: string, now: Date): Promise<void> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new RatesUnavailable(`the reference rates answered ${response.status}`);
  const { date, rates } = parseEcbRates(await response.text());
  const known = await db.selectFrom("currencies").select("code").execute();
  const told = known.flatMap(({ code }) => {
    const rate = rates.get(code);
    return rate ? [{ rate_date: date, currency: code, units_per_euro: rate, source: "ecb" }] : [];
  });
  await keepRates(db, told, now);
}
