import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** Copies a payment's start, as if so many more had been begun from the same address and left open. */
export async function copyStart(db: Kysely<DB>, paymentId: string, count: number): Promise<void> {
  await sql`with copies as (
      insert into payments select (jsonb_populate_record(p, jsonb_build_object(
        'id', gen_random_uuid(), 'receipt_number', new_receipt_number(),
        'provider_ref', null, 'redirect_url', null))).*
      from payments p cross join generate_series(1, ${sql.lit(count)})
      where p.id = ${paymentId} returning id)
    insert into payment_starts select (jsonb_populate_record(s, jsonb_build_object('payment_id', copies.id))).*
    from copies, payment_starts s where s.payment_id = ${paymentId}`.execute(db);
}

/** As if all that was begun so far had been begun long ago. */
export async function forgetStarts(db: Kysely<DB>): Promise<void> {
  await sql`update payment_starts set started_at = started_at - interval '2 hours'`.execute(db);
}
