import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";

/** Statements of payouts with the documents that cancel them, statements of months, and credit notes to fans with theirs. */
type Series = "payout" | "month" | "credit";

/** The last number that was given out; nobody else gets one until the transaction ends. */
export async function lockSeries(trx: Transaction<DB>, series: Series): Promise<number> {
  const { rows } = await sql<{ last: number }>`select lock_document_series(${series}) as last`.execute(trx);
  return rows[0]?.last ?? 0;
}

/** Moves the series on to the number of the newest document; refused where one of the numbers has no document. */
export async function advanceSeries(trx: Transaction<DB>, series: Series, upTo: number): Promise<void> {
  await sql`select advance_document_series(${series}, ${upTo}::bigint)`.execute(trx);
}
