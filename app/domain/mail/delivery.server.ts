import type { Kysely } from "kysely";
import { renderToStaticMarkup } from "react-dom/server";
import type { DB } from "../../../db/schema.ts";
import { i18nFor } from "../../../locales/i18n.ts";
import { type MailContent, receiptMail } from "../../emails/receipt.tsx";
import type { Locale } from "../money/minor.ts";
import type { Tokens } from "../tokens/tokens.server.ts";
import { type MailOutlet, mailParams } from "./mail.server.ts";

/** What sending mails needs of the process. */
export interface MailServices {
  db: Kysely<DB>;
  mail: MailOutlet;
  tokens: Tokens;
  publicUrl: string;
  clock: () => Date;
}

/**
 * The job of a mail: renders it in the reader's language and hands it to the outlet. What fails is tried again by the
 * queue; what was sent is marked at once and loses its parameters.
 */
export async function sendMail(services: MailServices, mailId: string): Promise<void> {
  const { db } = services;
  const row = await db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("id", "=", mailId)
    .where("status", "=", "QUEUED")
    .executeTakeFirst();
  if (!row) return;
  const content = render(services, row.template, row.locale as Locale, row.params);
  try {
    await services.mail.send({
      id: row.id,
      recipient: row.recipient,
      subject: content.subject,
      html: `<!DOCTYPE html>${renderToStaticMarkup(content.html)}`,
      text: content.text,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    await db
      .updateTable("mail_outbox")
      .set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: reason }))
      .where("id", "=", mailId)
      .execute();
    throw error;
  }
  await db
    .updateTable("mail_outbox")
    .set((eb) => ({
      status: "SENT",
      sent_at: services.clock(),
      attempts: eb("attempts", "+", 1),
      params: "{}",
      last_error: null,
    }))
    .where("id", "=", mailId)
    .execute();
}

function render(services: MailServices, template: string, locale: Locale, params: unknown): MailContent {
  if (template !== "receipt") throw new Error(`no mail template ${template}`);
  const receipt = mailParams.receipt.parse(params);
  return receiptMail(receipt, {
    locale,
    t: i18nFor(locale).getFixedT(locale, "mail"),
    method: i18nFor(locale).getFixedT(locale, "tip")(`payment.types.${receipt.type}.name`),
    receiptUrl: `${services.publicUrl}/receipt/${services.tokens.mint("receipt", receipt.payment_id)}`,
    profileUrl: `${services.publicUrl}/${receipt.receiver_username}`,
  });
}
