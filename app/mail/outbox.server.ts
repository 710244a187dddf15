import type { Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../db/schema.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";
import type { Jobs } from "../jobs/jobs.server.ts";

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
    /** Mails that were queued before the rate was kept are of payments at 10 %. */
    service_fee_bps: z.number().default(1000),
    vat_rate_bps: z.number(),
    total_minor: z.number(),
    charged_minor: z.number(),
    charged_currency: z.string(),
    rate: z.string(),
    rate_date: z.string(),
    paid_at: z.iso.datetime(),
  }),
  /** Mails with a link: the token is made of its id when the mail is sent, and stands nowhere before. */
  register: z.object({ token_id: z.string() }),
  password_reset: z.object({ token_id: z.string() }),
  deletion: z.object({ token_id: z.string() }),
  email_change: z.object({ token_id: z.string() }),
  email_change_notice: z.object({ new_email: z.string() }),
  /** To the address before: the link undoes the change. */
  email_changed: z.object({
    token_id: z.string(),
    new_email: z.string(),
    undo_until: z.iso.datetime(),
  }),
  /** To the address that is back: the link sets a new password. */
  email_restored: z.object({ token_id: z.string() }),
  password_changed: z.object({ changed_at: z.iso.datetime() }),
  verification_accepted: z.object({}),
  verification_declined: z.object({
    reasons: z.array(
      z.object({
        kind: z.enum(["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"]),
        reason: z.string(),
      }),
    ),
  }),
  /** Without a reason: the lock that comes with the last decline. */
  account_locked: z.object({ reason: z.string().nullable() }),
  new_tip: z.object({
    sender_name: z.string().nullable(),
    item_name: z.string().nullable(),
    message: z.string().nullable(),
    currency: z.string(),
    amount_minor: z.number(),
  }),
  /** A day's tips together. */
  new_tips: z.object({
    count: z.number(),
    sums: z.array(z.object({ currency: z.string(), amount_minor: z.number() })),
  }),
  /** The code is made of the id when the mail is sent, as links are. */
  payout_code: z.object({ details_id: z.string() }),
  payout_data_decided: z.object({
    is_accepted: z.boolean(),
    reason: z.string().nullable(),
    masked_account: z.string(),
  }),
  payout_sent: z.object({
    currency: z.string(),
    amount_minor: z.number(),
    fee_minor: z.number(),
    masked_account: z.string(),
    statement_number: z.number(),
  }),
  payout_failed: z.object({
    currency: z.string(),
    amount_minor: z.number(),
    masked_account: z.string(),
    reason: z.string().nullable(),
  }),
  second_factor_changed: z.object({ is_on: z.boolean(), changed_at: z.iso.datetime() }),
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

/** Every mail with made-up content, for looking at it; what renders them is the process's, as it is for mails. */
export interface MailSamples {
  names: readonly string[];
  /** Null for a name that no mail has. */
  render(name: string, locale: Locale): Pick<OutgoingMail, "subject" | "html" | "text"> | null;
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
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) await services.jobs.enqueue(trx, "mail.send", { mail_id: id });
}
