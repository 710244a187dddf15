import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";

interface UnsentMail {
  id: string;
  template: string;
  recipient: string;
  created_at: Date;
  attempts: number;
  last_error: string | null;
}

export function isUnsent(now: Date) {
  const since = new Date(now.getTime() - (productRules.mail_retry_days + 1) * 86_400_000);
  return sql<SqlBool>`(status = 'FAILED' or (status = 'QUEUED' and tried_since < ${since}))`;
}

/** A page, oldest first. */
export async function listUnsentMails(db: Kysely<DB>, now: Date): Promise<UnsentMail[]> {
  return await db
    .selectFrom("mail_outbox")
    .select(["id", "template", "recipient", "created_at", "attempts", "last_error"])
    .where(isUnsent(now))
    .orderBy("created_at")
    .orderBy("id")
    .limit(productRules.admin_rows)
    .execute();
}

/** Retries like the first time; false if sent or queued. Its age still bounds retention. */
export async function retryMail(
  services: { db: Kysely<DB>; jobs: Jobs; clock: () => Date },
  { id, operator_id }: { id: string; operator_id: string },
): Promise<boolean> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("mail_outbox")
      .select(["template", "attempts"])
      .where("id", "=", id)
      .where(isUnsent(now))
      .forUpdate()
      .executeTakeFirst();
    if (!before) return false;
    await trx
      .updateTable("mail_outbox")
      .set({ status: "QUEUED", tried_since: now })
      .where("id", "=", id)
      .execute();
    await services.jobs.enqueue(trx, "mail.send", { mail_id: id });
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "mail.retried", subject: `mail:${id}`, now },
      ...{ before: { tries: before.attempts }, after: { template: before.template } },
    });
    return true;
  });
}
