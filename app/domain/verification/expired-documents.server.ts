import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { forRows, type Jobs, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";

/**
 * Erases documents 90 days after the decision about them (decisions are what ends PENDING, and a lock), and those that
 * were never submitted after a year. What was uploaded since, or is being checked again, stays.
 */
export async function expireDocuments(services: {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
}): Promise<RowsOutcome> {
  const { db, jobs } = services;
  const now = services.clock();
  const { batch } = productRules.retention;
  return await forRows<{ id: string }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and d.id > ${last.id}` : sql``;
      const { rows } = await sql<{ id: string }>`
        select d.id from verification_documents d join users u on u.id = d.user_id
        where ${isExpired(now)} ${after} order by d.id limit ${batch}`.execute(db);
      return rows;
    },
    act: (found) =>
      db.transaction().execute(async (trx) => {
        const { rows: expired } = await sql<{ id: string }>`
          delete from verification_documents d using users u
          where d.id = any(${found.map(({ id }) => id)}::uuid[]) and u.id = d.user_id and ${isExpired(now)}
          returning d.id`.execute(trx);
        if (expired.length > 0)
          await jobs.enqueue(trx, "media.erase", {
            media_ids: [],
            document_ids: expired.map(({ id }) => id),
          });
        return expired.length;
      }),
  });
}

/** Of documents `d` of users `u`, those whose time is over. */
function isExpired(now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const oldest = daysAgo(productRules.verification.document_days);
  const unsubmitted = daysAgo(productRules.retention.unsubmitted_document_days);
  return sql`(u.status <> 'PENDING' and d.created_at <= ${oldest} and ((
    select max(e.at) from account_status_events e
    where e.user_id = d.user_id and (e.from_status = 'PENDING' or e.to_status = 'LOCKED')
  ) between d.created_at and ${oldest}
  or (d.created_at <= ${unsubmitted} and not exists (
    select from account_status_events e where e.user_id = d.user_id and e.to_status = 'PENDING'))))`;
}
