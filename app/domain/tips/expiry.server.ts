import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { forRows, type Jobs, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";

interface ExpiryServices {
  db: Kysely<DB>;
  jobs: Jobs;
}

/**
 * Drafts and unpaid tips end after 24 hours, unless a payment is PROCESSING (docs/product.md, 5.1); late money revives
 * them. What the fan wrote stays until the money can no longer come; the picture of a draft that nobody began to pay
 * goes at once.
 */
export async function expireTips(services: ExpiryServices, now: Date): Promise<RowsOutcome> {
  const { db } = services;
  const since = new Date(now.getTime() - productRules.tip.unpaid_hours * 3_600_000);
  const { batch } = productRules.retention;
  return await forRows<{ id: string; updated_at: Date }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and (t.updated_at, t.id) > (${last.updated_at}, ${last.id})` : sql``;
      const { rows } = await sql<{ id: string; updated_at: Date }>`
        select t.id, t.updated_at from tips t where ${isOver(since)} ${after}
        order by t.updated_at, t.id limit ${batch}`.execute(db);
      return rows;
    },
    act: (rows) =>
      db.transaction().execute(async (trx) => {
        const { rows: expired } = await sql<{ image_id: string | null; was_begun: boolean }>`
          update tips t set status = 'EXPIRED', updated_at = ${now}
          where t.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isOver(since)}
          returning t.image_id, exists (select from payments p where p.tip_id = t.id) as was_begun`.execute(
          trx,
        );
        const unused = expired.flatMap(({ image_id, was_begun }) => (was_begun ? [] : (image_id ?? [])));
        if (unused.length > 0) await erasePictures(trx, services.jobs, unused);
        return expired.length;
      }),
  });
}

/** Of tips `t`, those that have been unpaid for too long. */
function isOver(since: Date) {
  return sql`t.status in ('DRAFT', 'AWAITING_PAYMENT') and t.updated_at < ${since}
    and not exists (select from payments p where p.tip_id = t.id and p.status = 'PROCESSING')`;
}

/** The bytes go by a job, which tries again when the store is away. */
async function erasePictures(trx: Transaction<DB>, jobs: Jobs, media_ids: string[]): Promise<void> {
  await trx.deleteFrom("media_files").where("id", "in", media_ids).execute();
  await jobs.enqueue(trx, "media.erase", { media_ids, document_ids: [] });
}
