import type { Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../jobs/jobs.server.ts";
import type { Locale } from "../money/minor.ts";

export { listDemoMails, readDemoMail } from "./outlets.server.ts";

/**
 * The mails that the product sends, and all that each says: taken down with its cause, so that a mail that goes out
 * late still tells what happened then. Links are made when it is rendered; the parameters are erased once it is sent.
 */
export const mailParams = {
  receipt: z.object({
    payment_id: z.string(),
    receiver_name: z.string(),
    receiver_username: z.string(),
    item_name: z.string().nullable(),
    message: z.string().nullable(),
    type: z.enum(["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"]),
    currency: z.string(),
    amount_minor: z.number(),
    service_fee_minor: z.number(),
    vat_minor: z.number(),
    vat_rate_bps: z.number(),
    total_minor: z.number(),
    charged_minor: z.number(),
    charged_currency: z.string(),
    rate: z.string(),
    rate_date: z.string(),
    paid_at: z.iso.datetime(),
  }),
} as const;

export type MailParams = { [Template in keyof typeof mailParams]: z.infer<(typeof mailParams)[Template]> };

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
