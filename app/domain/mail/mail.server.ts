import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../jobs/jobs.server.ts";
import type { Locale } from "../money/minor.ts";

/** The mails that the product sends, and what each needs to know. Links are made when the mail is rendered. */
export interface MailParams {
  receipt: { payment_id: string };
}

export type MailTemplate = keyof MailParams;

/** A mail as it leaves the house. */
export interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
}

/** Where mails leave the house: SMTP, or the demo's mail page. */
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
    locale: Locale;
    recipient: string;
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
      locale: mail.locale,
      recipient: mail.recipient,
      params: JSON.stringify(mail.params),
      created_at: mail.now,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) await services.jobs.enqueue(trx, "mail.send", { mail_id: id });
}
