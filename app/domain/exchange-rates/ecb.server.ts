import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar/business-date.ts";
import { nextTargetDay } from "../calendar/target-days.ts";
import { parseEcbRates, RatesUnavailable } from "./ecb-file.ts";
import { keepRates } from "./held-rates.server.ts";

/** The daily file has two thousand bytes; what has more than so many is another. */
const LARGEST_BYTES = 100_000;
const PATIENCE_MS = 10_000;
/** At this hour in Frankfurt a working day's file is there. */
const PUBLISHED_AT_HOUR = 16;

/** Whether the bank has a newer file than ours by now: it makes one on each day on which TARGET is open. */
export async function isRefreshDue(db: Kysely<DB>, now: Date): Promise<boolean> {
  const newest = await newestRate(db);
  const published = businessDate(new Date(now.getTime() - PUBLISHED_AT_HOUR * 3_600_000));
  return newest === null || nextTargetDay(newest) <= published;
}

/**
 * Fetches the day's reference rates and keeps those of currencies that we know (docs/product.md, 3.2); what leaps waits
 * for an operator. A file that does not come whole in time, has another form, or is of a day to come or before what is
 * kept, throws RatesUnavailable or the connection's error, and nothing of it is kept: what is known serves on.
 */
export async function refreshRates(
  db: Kysely<DB>,
  url: string,
  now: Date,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const { date, rates } = parseEcbRates(await download(url, patienceMs));
  if (date > businessDate(now))
    throw new RatesUnavailable(`the reference rates are of ${date}, a day to come`);
  const newest = await newestRate(db);
  if (newest !== null && date < newest)
    throw new RatesUnavailable(
      `the reference rates are of ${date}, older than those of ${newest} that we have`,
    );
  const known = await db.selectFrom("currencies").select("code").execute();
  const told = known.flatMap(({ code }) => {
    const rate = rates.get(code);
    return rate ? [{ rate_date: date, currency: code, units_per_euro: rate, source: "ecb" }] : [];
  });
  await keepRates(db, told, now);
}

/** The text behind an address, read no further than a file of rates is long. */
async function download(url: string, patienceMs: number): Promise<string> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(patienceMs) });
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new RatesUnavailable(`the reference rates answered ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the connection.
  for await (const part of response.body) {
    length += part.byteLength;
    if (length > LARGEST_BYTES) throw new RatesUnavailable("the reference rates file is too long to be one");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The latest day that any currency has a rate of; each one's own look into the index. */
async function newestRate(db: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<{ newest: string | null }>`
    select max(r.rate_date) as newest
    from currencies c cross join lateral (
      select rate_date from reference_rates where currency = c.code order by rate_date desc limit 1
    ) as r`.execute(db);
  return rows[0]?.newest ?? null;
}
