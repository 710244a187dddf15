import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import type { Jobs } from "../jobs.ts";
import { localeOf } from "../money/minor.ts";
import type { MailParams, MailTemplate } from "./mail-params.ts";

/** In the caller's transaction. A repeated `dedupe_key` is ignored. */
export async function queueMail<Template extends MailTemplate>(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  mail: {
    dedupe_key: string;
    template: Template;
    locale: string | null;
    recipient: string;
    /** The mail is deleted with this account, whatever the recipient; null for a fan's. */
    user_id: string | null;
    params: MailParams[Template];
    now: Date;
    not_before?: Date;
  },
): Promise<void> {
  const id = services.newId();
  const inserted = await trx
    .insertInto("mail_outbox")
    .values({
      id,
      dedupe_key: mail.dedupe_key,
      template: mail.template,
      locale: localeOf(mail.locale),
      recipient: mail.recipient,
      user_id: mail.user_id,
      params: JSON.stringify(mail.params),
      created_at: mail.now,
      tried_since: mail.now,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) await services.jobs.enqueue(trx, "mail.send", { mail_id: id }, mail.not_before);
}

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
