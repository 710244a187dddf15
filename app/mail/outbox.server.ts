import type { Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";
import type { Jobs } from "../jobs/jobs.server.ts";
import type { MailParams, MailTemplate } from "./templates/templates.ts";

interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** List-Unsubscribe address. */
  stopUrl?: string;
}

export interface MailSamples {
  names: readonly string[];
  render(name: string, locale: Locale): Pick<OutgoingMail, "subject" | "html" | "text"> | null;
}

/** SMTP, or the demo's mailbox. */
export interface MailOutlet {
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * Inserts mail and job in the caller's transaction. A repeated `dedupe_key` is ignored, so each mail is sent
 * once.
 */
export async function queueMail<Template extends MailTemplate>(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  mail: {
    dedupe_key: string;
    template: Template;
    /** Null without a choice. */
    locale: string | null;
    recipient: string;
    /** Deleted with this account, whatever the recipient; null for a fan's. */
    user_id: string | null;
    params: MailParams[Template];
    now: Date;
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
  if (inserted) await services.jobs.enqueue(trx, "mail.send", { mail_id: id });
}
