import type { Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";
import type { Jobs } from "../jobs/jobs.server.ts";
import type { MailParams, MailTemplate } from "./templates/templates.ts";

/** A mail as it is sent. */
interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** Where no more mails of this kind are asked for. */
  stopUrl?: string;
}

/** Every mail with made-up content, for looking at it; what renders them is the process's, as it is for mails. */
export interface MailSamples {
  names: readonly string[];
  /** Null for a name that no mail has. */
  render(name: string, locale: Locale): Pick<OutgoingMail, "subject" | "html" | "text"> | null;
}

/** How mails are sent: by SMTP, or to the demo's mail page. */
export interface MailOutlet {
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * Puts a mail into the outbox in the transaction of its cause, and the job that sends it with it. The same
 * `dedupe_key` again changes nothing: nobody gets a mail twice.
 */
export async function queueMail<Template extends MailTemplate>(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  mail: {
    dedupe_key: string;
    template: Template;
    /** As the reader chose it; null for who never did. */
    locale: string | null;
    recipient: string;
    /** The account that it is about, with which it goes, whatever address it went to; null for a fan's. */
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
