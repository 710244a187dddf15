import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { type OpenBooking, pairBookings, type Transfer } from "./transfers.ts";

/**
 * The bookings of our bank that were read before the provider told of their transfers: by its name, or by the amount where
 * only one of each fits. The caller holds the lock of the bank's files.
 */
export async function findBankBookings(
  trx: Transaction<DB>,
  transfers: readonly Transfer[],
): Promise<Map<string, string>> {
  if (transfers.length === 0) return new Map();
  const { rows } = await sql<
    Omit<OpenBooking, "texts"> & Record<"end_to_end_ref" | "bank_ref" | "words", string | null>
  >`
    select e.id, e.direction, e.currency, e.amount_minor, e.booked_on, e.end_to_end_ref, e.bank_ref, e.words,
      x.settled_at is null as is_open
    from bank_entries e join bank_exceptions x on x.entry_id = e.id
    where e.outcome = 'EXCEPTION' and not e.is_return and x.reason = 'unknown'
      and x.transfer_id is null and num_nonnulls(e.payout_id, e.batch_id, e.settlement_id) = 0
      and (e.direction, e.currency, e.amount_minor) in (
        select t.direction, t.currency, t.amount_minor
        from jsonb_to_recordset(${JSON.stringify(transfers)}::jsonb)
          as t (direction text, currency char(3), amount_minor bigint)
      )
      and not exists (select from settlement_exceptions s where s.entry_id = e.id)
    order by e.booked_on, e.id`.execute(trx);
  const bookings: OpenBooking[] = rows.map(({ end_to_end_ref, bank_ref, words, ...row }) => ({
    ...row,
    texts: [end_to_end_ref, bank_ref, words],
  }));
  return pairBookings(transfers, bookings);
}
