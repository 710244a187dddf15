import type { Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";

/**
 * The next number of the series in which the statements of payouts and their cancellations stand. Numbers have no gaps:
 * the next one is taken under the lock of its series, and given back when the transaction is rolled back. That lock is
 * held until the transaction ends, so take all other locks before.
 */
export async function nextPayoutDocument(trx: Transaction<DB>): Promise<number> {
  const { last_number } = await trx
    .insertInto("document_series")
    .values({ name: "payout", last_number: 1 })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((eb) => ({
        last_number: eb("document_series.last_number", "+", 1),
      })),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}
