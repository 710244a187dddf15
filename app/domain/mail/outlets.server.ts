import { createTransport } from "nodemailer";
import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { MailOutlet } from "./mail.server.ts";

/** Real mail over SMTP. The message id comes from the outbox row, so that a repeated sending is the same message. */
export function smtpOutlet(options: { url: string; from: string }): MailOutlet {
  const transport = createTransport(options.url, { disableFileAccess: true, disableUrlAccess: true });
  const domain = /@([^>\s]+)/.exec(options.from)?.[1] ?? "localhost";
  return {
    async send(mail) {
      await transport.sendMail({
        from: options.from,
        to: mail.recipient,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
  };
}

/** The demo's mailbox: mails are kept and shown on /dev/mail, nothing leaves the machine. */
export function demoOutlet(db: Kysely<DB>, clock: () => Date): MailOutlet {
  return {
    async send(mail) {
      const { recipient, subject, html, text } = mail;
      await db
        .insertInto("demo_mailbox")
        .values({ id: mail.id, recipient, subject, html, text, at: clock() })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },
  };
}
