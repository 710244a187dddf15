import type { Kysely } from "kysely";
import type { Transporter } from "nodemailer";
import type { DB } from "../../db/schema.ts";
import type { MailOutlet } from "./outbox.server.ts";

/**
 * A server that does not greet for so long is away: two jobs send all mails, and would wait for minutes else. What was
 * handed over is waited for longer, since it would be sent twice.
 */
const SILENCE_MS = 20_000;

/** Real mail over SMTP. The message id comes from the outbox row, so that a repeated sending is the same message. */
export function smtpOutlet(options: { url: string; from: string; silenceMs?: number }): MailOutlet {
  const { silenceMs = SILENCE_MS } = options;
  // Loaded for the first mail: a web process sends none while a worker does.
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      ...{ url: options.url, disableFileAccess: true, disableUrlAccess: true },
      ...{ connectionTimeout: silenceMs, greetingTimeout: silenceMs },
    });
  };
  let transport: Promise<Transporter> | null = null;
  const domain = /@([^>\s]+)/.exec(options.from)?.[1] ?? "localhost";
  return {
    async send(mail) {
      transport ??= open();
      await (await transport).sendMail({
        from: options.from,
        to: mail.recipient,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.id}@${domain}>`,
        headers: {
          "Auto-Submitted": "auto-generated",
          // Mail programs offer it as a button, and post to it by themselves (RFC 8058).
          ...(mail.stopUrl === undefined
            ? {}
            : {
                "List-Unsubscribe": `<${mail.stopUrl}>`,
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
              }),
        },
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

/** The newest mails of the demo's mailbox. */
export async function listDemoMails(
  db: Kysely<DB>,
): Promise<{ id: string; recipient: string; subject: string }[]> {
  return await db
    .selectFrom("demo_mailbox")
    .select(["id", "recipient", "subject"])
    .orderBy("at", "desc")
    .limit(100)
    .execute();
}

/** One mail of the demo's mailbox, or null. */
export async function readDemoMail(
  db: Kysely<DB>,
  id: string,
): Promise<{ recipient: string; subject: string; text: string; html: string } | null> {
  const columns = ["recipient", "subject", "text", "html"] as const;
  return (
    (await db.selectFrom("demo_mailbox").select(columns).where("id", "=", id).executeTakeFirst()) ?? null
  );
}
