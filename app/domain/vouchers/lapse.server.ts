import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { forRows, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";

/**
 * Vouchers that are not paid within 24 hours lapse, unless a payment is PROCESSING, as tips do (docs/product.md, 5.1);
 * late money revives them.
 */
export async function lapseVouchers(db: Kysely<DB>, now: Date): Promise<RowsOutcome> {
  const since = new Date(now.getTime() - productRules.tip.unpaid_hours * 3_600_000);
  const { batch } = productRules.retention;
  return await forRows<{ id: string; updated_at: Date }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and (v.updated_at, v.id) > (${last.updated_at}, ${last.id})` : sql``;
      const { rows } = await sql<{ id: string; updated_at: Date }>`
        select v.id, v.updated_at from vouchers v where ${isOver(since)} ${after}
        order by v.updated_at, v.id limit ${batch}`.execute(db);
      return rows;
    },
    act: async (rows) => {
      const { numAffectedRows } = await sql`
        update vouchers v set status = 'LAPSED', updated_at = ${now}
        where v.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isOver(since)}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  });
}

/** Of vouchers `v`, those that have been unpaid for too long. */
function isOver(since: Date) {
  return sql`v.status in ('DRAFT', 'AWAITING_PAYMENT') and v.updated_at < ${since}
    and not exists (select from payments p where p.voucher_id = v.id and p.status = 'PROCESSING')`;
}
