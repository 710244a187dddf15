import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { minor } from "../../money/minor.ts";
import { directionOf, type Transfer, wordsOf } from "../../payments/settlements/transfers.ts";
import type { ReadRow } from "./camt-entries.ts";
import { bookingOf } from "./match-rows.ts";

/** What providers say that they transferred to us, or collected from us, by its name in these rows or by its amount. */
export async function findTransfers(trx: Transaction<DB>, rows: readonly ReadRow[]): Promise<Transfer[]> {
  const bookings = rows.filter((row) => !row.is_return).map(bookingOf);
  if (bookings.length === 0) return [];
  const words = [...new Set(bookings.flatMap(({ texts }) => wordsOf(texts)))];
  const amounts = bookings.map(({ currency, amount_minor }) => ({ currency, amount_minor }));
  const { rows: found } = await sql<Omit<Transfer, "direction"> & { kind: string }>`
    select e.id, e.kind, e.settlement_id, e.reference, e.currency, e.gross_minor as amount_minor, e.occurred_on
    from settlement_events e
    where e.kind in ('TRANSFER', 'COLLECTION') and (e.outcome = 'TAKEN' or exists (
      select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN'))
    and not exists (select from settlement_event_acts l where l.event_id = e.id and l.act = 'REVERSED')
    and e.id in (
      select id from settlement_events where kind in ('TRANSFER', 'COLLECTION') and lower(reference) = any(${words}::text[])
      union
      select t.id
      from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as a (currency char(3), amount_minor bigint)
      join settlement_events t on t.kind in ('TRANSFER', 'COLLECTION')
        and t.currency = a.currency and t.gross_minor = a.amount_minor
    )
    order by e.occurred_on, e.id`.execute(trx);
  return found.map(({ kind, amount_minor, ...transfer }) => ({
    ...transfer,
    ...{ direction: directionOf(kind), amount_minor: minor(amount_minor) },
  }));
}

/** A transfer that this booking is waits for our bank no longer. */
export async function endWaiting(
  trx: Transaction<DB>,
  { transfer_id, entry_id, now }: { transfer_id: string; entry_id: string; now: Date },
): Promise<void> {
  await trx
    .updateTable("settlement_exceptions")
    .set({ settled_at: now, entry_id })
    .where("event_id", "=", transfer_id)
    .where("reason", "=", "not_at_bank")
    .where("settled_at", "is", null)
    .execute();
}
