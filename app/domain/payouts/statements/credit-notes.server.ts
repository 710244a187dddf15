import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { advanceSeries, lockSeries } from "./document-series.server.ts";

/**
 * The job of credit notes (docs/product.md, 4.9): each refund that is done and took of a fee with VAT gets one, numbered
 * without gaps in the order in which they were done. The note of a refund that failed later gets a cancellation with the
 * next number of the same series. Beside itself or twice, it gives each one number. Alone in its transaction, so that
 * a refund waits for no number. Returns how many documents were issued.
 */
export async function issueCreditNotes({
  db,
  clock,
}: {
  db: Kysely<DB>;
  clock: () => Date;
}): Promise<number> {
  const now = clock();
  return await db.transaction().execute(async (trx) => {
    const last = await lockSeries(trx, "credit");
    const notes = await addNotes(trx, last, now);
    const issued = notes + (await addCancellations(trx, last + notes, now));
    await advanceSeries(trx, "credit", last + issued);
    return issued;
  });
}

/** The notes with the numbers after `last`; returns how many. */
async function addNotes(trx: Transaction<DB>, last: number, now: Date): Promise<number> {
  const { batch, days_back } = productRules.credit_notes;
  const { numAffectedRows } = await sql`
    insert into credit_notes (refund_id, number, issued_at)
    select r.id, ${last}::bigint + row_number() over (order by r.done_at, r.id), ${now}
    from (
      select id, done_at from refunds
      where status = 'DONE' and asked_by <> 'PRODUCT' and service_fee_minor > 0 and vat_minor > 0
        and done_at >= coalesce((
          select newest.done_at from credit_notes n join refunds newest on newest.id = n.refund_id
          order by n.number desc limit 1
        ), '-infinity') - make_interval(days => ${days_back})
        and not exists (select from credit_notes c where c.refund_id = refunds.id)
      order by done_at, id limit ${batch}
    ) r`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** The cancellations with the numbers after `last`; returns how many. Refunds that failed late are few. */
async function addCancellations(trx: Transaction<DB>, last: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into credit_note_cancellations (refund_id, number, issued_at)
    select r.id, ${last}::bigint + row_number() over (order by r.failed_late_at, r.id), ${now}
    from (
      select id, failed_late_at from refunds
      where failed_late_at is not null
        and exists (select from credit_notes n where n.refund_id = refunds.id)
        and not exists (select from credit_note_cancellations c where c.refund_id = refunds.id)
      order by failed_late_at, id limit ${productRules.credit_notes.batch}
    ) r`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
