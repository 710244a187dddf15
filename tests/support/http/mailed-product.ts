import type { Email } from "postal-mime";
import type { Place } from "../browser/browser.ts";
import { createDemoDatabase, type TestDatabase } from "../database/database.ts";
import { eventually } from "../eventually.ts";
import { catchMails, type MailCatcher } from "./mail-catcher.ts";
import { startProduct } from "./product.ts";

/** A product of a test file's own, in the demo world, whose mails go out through a real SMTP server. */
export interface MailedProduct {
  url: string;
  db: TestDatabase["db"];
  mails: MailCatcher;
  /** A visitor's place, seemingly at an address of their own, so that nobody uses up another's tries. */
  place(): Place;
  /** The newest mail to the address whose text matches; waits for it. */
  mailTo(recipient: string, text: RegExp): Promise<Email>;
  /** The path of the link in that mail. */
  linkTo(recipient: string, path: RegExp): Promise<string>;
  stop(): Promise<void>;
}

export async function startMailedProduct(): Promise<MailedProduct> {
  const database = await createDemoDatabase();
  const mails = await catchMails();
  const product = await startProduct(
    database.url,
    { SMTP_URL: mails.url, TRUSTED_PROXIES: "127.0.0.0/8" },
    database,
  );
  let places = 0;
  const mailTo = async (recipient: string, text: RegExp) => {
    const find = () =>
      mails.mails.findLast((mail) => mail.to?.[0]?.address === recipient && text.test(mail.text ?? ""));
    await eventually(`a mail to ${recipient} says ${text}`, () => find() !== undefined);
    return find() as Email;
  };
  return {
    url: product.url,
    db: database.db,
    mails,
    place: () => {
      places += 1;
      return { url: product.url, address: `198.51.100.${places}` };
    },
    mailTo,
    linkTo: async (recipient, path) => {
      const mail = await mailTo(recipient, path);
      const link = mail.text?.match(/https?:\/\/\S+/g)?.find((each) => path.test(each));
      if (!link) throw new Error(`no link in ${mail.text}`);
      return new URL(link).pathname;
    },
    stop: async () => {
      await product.stop();
      await mails.close();
      await database.drop();
    },
  };
}
