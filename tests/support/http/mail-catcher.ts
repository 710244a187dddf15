import { once } from "node:events";
import type { Server } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A real SMTP server that keeps what it is sent. */
export interface MailCatcher {
  url: string;
  readonly mails: Email[];
  /** Whom the messages were for, as the sender named them before each. */
  readonly recipients: string[];
  /** Refuses the next messages with a temporary error, as a busy server does. */
  refuseNext(count: number): void;
  close(): Promise<void>;
}

/** Listens on a free port of this machine, or on the given one. */
export async function catchMails(port = 0): Promise<MailCatcher> {
  const mails: Email[] = [];
  const recipients: string[] = [];
  let refusals = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, callback) {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusals > 0) {
          refusals -= 1;
          callback(Object.assign(new Error("Try again later"), { responseCode: 451 }));
          return;
        }
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          callback();
        }, callback);
      });
    },
  });
  const server: Server = smtp.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    recipients,
    refuseNext: (count) => {
      refusals = count;
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
