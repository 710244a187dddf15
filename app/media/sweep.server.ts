import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import { forRows, type Jobs, type RowsOutcome } from "../domain/jobs/jobs.ts";
import { productRules } from "../product-rules.ts";

const BATCH = 500;

/** A test compares it with the database's references. */
export const PICTURE_USES = [
  ["users", "avatar_id"],
  ["users", "header_id"],
  ["tribute_items", "image_id"],
  ["tips", "image_id"],
  ["grouplists", "avatar_id"],
  ["grouplists", "new_avatar_id"],
] as const;

interface SweepServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
}

/**
 * Pictures unused for a day, in batches; jobs delete the bytes if and only if the row is gone. A concurrent
 * use either keeps the picture or is refused by the database.
 */
export async function sweepUnusedPictures(services: SweepServices): Promise<RowsOutcome> {
  const { db, jobs } = services;
  const { unused_hours } = productRules.upload;
  const before = new Date(services.clock().getTime() - unused_hours * 3_600_000);
  return await forRows<{ id: string }>({
    size: BATCH,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and m.id > ${last.id}` : sql``;
      const { rows } = await sql<{ id: string }>`
        select m.id from media_files m where m.created_at <= ${before} and ${UNUSED} ${after}
        order by m.id limit ${BATCH}`.execute(db);
      return rows;
    },
    act: (rows) => db.transaction().execute((trx) => deleteUnused(trx, jobs, rows)),
  });
}

const UNUSED = sql.join(
  PICTURE_USES.map(
    ([table, column]) =>
      sql`not exists (select from ${sql.table(table)} u where u.${sql.ref(column)} = m.id)`,
  ),
  sql` and `,
);

async function deleteUnused(
  trx: Transaction<DB>,
  jobs: Jobs,
  found: readonly { id: string }[],
): Promise<number> {
  // New uses lock the row, so locked rows are skipped.
  const { rows: locked } = await sql<{ id: string }>`
    select m.id from media_files m where m.id = any(${found.map(({ id }) => id)}::uuid[])
    order by m.id for update skip locked`.execute(trx);
  // Rechecks for a use between query and lock.
  const { rows: deleted } = await sql<{ id: string }>`
    delete from media_files m where m.id = any(${locked.map(({ id }) => id)}::uuid[]) and ${UNUSED}
    returning m.id`.execute(trx);
  if (deleted.length > 0)
    await jobs.enqueue(trx, "media.erase", { media_ids: deleted.map(({ id }) => id), document_ids: [] });
  return deleted.length;
}
