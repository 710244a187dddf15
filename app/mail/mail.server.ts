import type { Kysely } from "kysely";
import type { Transporter } from "nodemailer";
import type { DB } from "../../db/schema.ts";
import type { Locale } from "../domain/money/minor.ts";

interface OutgoingMail {
  id: string;
  sender: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  stopUrl?: string;
}

export interface MailSamples {
  names: readonly string[];
  render(name: string, locale: Locale): Pick<OutgoingMail, "subject" | "html" | "text"> | null;
}

export interface MailOutlet {
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * Without a greeting the server is down: only two jobs send. After handover longer, as a retry would
 * duplicate.
 */
const SILENCE_MS = 20_000;

export function smtpOutlet(options: { url: string; from: string; silenceMs?: number }): MailOutlet {
  const { silenceMs = SILENCE_MS } = options;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      ...{ url: options.url, disableFileAccess: true, disableUrlAccess: true },
      ...{ connectionTimeout: silenceMs, greetingTimeout: silenceMs },
    });
  };
  let transport: Promise<Transporter> | null = null;
  const address = /<([^<>]*)>\s*$/.exec(options.from)?.[1] ?? options.from;
  const domain = address.split("@").at(-1) ?? "localhost";
  return {
    async send(mail) {
      transport ??= open();
      await (await transport).sendMail({
        from: { name: mail.sender, address },
        to: mail.recipient,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.id}@${domain}>`,
        headers: {
          "Auto-Submitted": "auto-generated",
          // RFC 8058.
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

/** For /dev/mail; sends none. */
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

export async function readDemoMail(
  db: Kysely<DB>,
  id: string,
): Promise<{ recipient: string; subject: string; text: string; html: string } | null> {
  const columns = ["recipient", "subject", "text", "html"] as const;
  return (
    (await db.selectFrom("demo_mailbox").select(columns).where("id", "=", id).executeTakeFirst()) ?? null
  );
}
