import { beforeEach, describe, expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { queueMail } from "../../app/domain/mails/outbox.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { sendMail } from "../../app/mail/delivery.server.ts";
import type { MailOutlet } from "../../app/mail/mail.server.ts";
import { demoOutlet, listDemoMails, readDemoMail, smtpOutlet } from "../../app/mail/mail.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { catchMails, type MailCatcher } from "../support/http/mail-catcher.ts";
import { createCreator, payTip, type TipWish, type TipWorld } from "../support/money/tip-world.ts";

const tokens = createTokens("a secret of at least thirty-two characters");
const plain = (text: string | undefined) => (text ?? "").replace(/[\u00a0\u202f]/g, " ");

let smtp: MailCatcher;

beforeEach(async () => {
  smtp = await catchMails();
});
it.afterEach(async ({ world }) => {
  await smtp.close();
  await expectCleanBooks(world.db, world.clock());
});

const overSmtp = (url = smtp.url) => smtpOutlet({ url, from: "Tribute <hello@tribute.example>" });

/** The job of a mail, once. */
async function send(world: TipWorld, payment: Payment, mail: MailOutlet = overSmtp()): Promise<void> {
  const { id } = await rowOf(world, payment);
  await sendMail({ ...world, mail, tokens, publicUrl: "https://tribute.example" }, id);
}

const rowOf = (world: TipWorld, payment: Payment) =>
  world.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("dedupe_key", "=", `receipt:${payment.id}`)
    .executeTakeFirstOrThrow();

async function paid(world: TipWorld, wish: Partial<TipWish> = {}): Promise<Payment> {
  const creator = await createCreator(world, { username: `kessler-${world.newId().slice(-8)}` });
  return await payTip(world, creator, {
    email: "ada@example.org",
    message: "Thank you <b>so</b> much & more",
    ...wish,
  });
}

describe("the receipt", () => {
  it("the receipt goes to the fan with all that was paid, as HTML and as plain text", async ({ world }) => {
    const payment = await paid(world);
    await send(world, payment);
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail?.from).toMatchObject({ address: "hello@tribute.example", name: "Tribute" });
    expect(mail?.to).toMatchObject([{ address: "ada@example.org" }]);
    expect(mail?.subject).toMatch(/€55\.95$/);
    for (const part of ["€50.00", "€5.00", "€0.95", "€55.95", "19%", "21 November 2026"]) {
      expect(mail?.text).toContain(part);
      expect(mail?.html).toContain(part);
    }
    expect(mail?.text).toContain("Thank you <b>so</b> much & more");
    expect(mail?.html).toContain("Thank you &lt;b&gt;so&lt;/b&gt; much &amp; more");
  });

  it("the receipt is written in the fan's language", async ({ world }) => {
    await send(world, await paid(world, { locale: "de" }));
    const [mail] = smtp.mails;
    expect(plain(mail?.subject)).toMatch(/55,95 €$/);
    expect(plain(mail?.text)).toContain("50,00 €");
    expect(mail?.text).toContain("21. November 2026");
    expect(mail?.html).toContain('<html lang="de">');
  });

  it("the receipt states what was charged in another currency, and at which rate's day", async ({
    world,
  }) => {
    await send(world, await paid(world, { payIn: "JPY", country: "JP" }));
    const [mail] = smtp.mails;
    expect(mail?.subject).toContain("¥9,840");
    expect(mail?.text).toContain("29 September 2026");
    expect(mail?.text).not.toContain("VAT");
  });

  it("the receipt links to the receipt's page, by a link that only its holder has", async ({ world }) => {
    const payment = await paid(world);
    await send(world, payment);
    const [, token = ""] =
      /https:\/\/tribute\.example\/receipt\/([\w-]+)/.exec(smtp.mails[0]?.text ?? "") ?? [];
    expect(tokens.verify("receipt", token)).toBe(payment.id);
    expect(smtp.mails[0]?.html).toContain(token);
  });

  it("the receipt is marked as automatic, so that mail servers do not answer it, and has a stable message id", async ({
    world,
  }) => {
    const payment = await paid(world);
    const { id } = await rowOf(world, payment);
    await send(world, payment);
    const [mail] = smtp.mails;
    expect(mail?.messageId).toBe(`<${id}@tribute.example>`);
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  });
});

describe("the outbox", () => {
  it("the outbox sends a mail once, however often its job runs, and keeps nothing of its content", async ({
    world,
  }) => {
    const payment = await paid(world);
    await send(world, payment);
    await send(world, payment);
    await send(world, payment);
    expect(smtp.mails).toHaveLength(1);
    expect(await rowOf(world, payment)).toMatchObject({
      status: "SENT",
      sent_at: world.clock(),
      attempts: 1,
      params: {},
      last_error: null,
    });
  });

  it("the outbox keeps a mail while no mail server answers, and sends it once when one does", async ({
    world,
  }) => {
    const payment = await paid(world);
    const { port } = new URL(smtp.url);
    await smtp.close();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await expect(send(world, payment)).rejects.toThrow(/ECONNREFUSED/);
      expect(await rowOf(world, payment)).toMatchObject({ status: "QUEUED", attempts: attempt });
    }
    smtp = await catchMails(Number(port));
    await send(world, payment);
    await send(world, payment);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.text).toContain("€55.95");
    expect(await rowOf(world, payment)).toMatchObject({ status: "SENT", attempts: 4, last_error: null });
  });

  it("the outbox tries again when the mail server is busy", async ({ world }) => {
    const payment = await paid(world);
    smtp.refuseNext(1);
    await expect(send(world, payment)).rejects.toThrow(/451/);
    await send(world, payment);
    expect(smtp.mails).toHaveLength(1);
  });

  it("the outbox accepts the same mail once, however often it is queued, and only with its cause", async ({
    world,
  }) => {
    const payment = await paid(world);
    const { params } = await rowOf(world, payment);
    const again = {
      dedupe_key: `receipt:${payment.id}`,
      template: "receipt" as const,
      locale: "en" as const,
      recipient: "other@example.org",
      user_id: null,
      params: JSON.parse(JSON.stringify(params)),
      now: world.clock(),
    };
    await world.db.transaction().execute((trx) => queueMail(trx, world, again));
    expect(await rowOf(world, payment)).toMatchObject({ recipient: "ada@example.org" });
    const undone = world.db.transaction().execute(async (trx) => {
      await queueMail(trx, world, { ...again, dedupe_key: `undone:${payment.id}` });
      throw new Error("the cause failed");
    });
    await expect(undone).rejects.toThrow();
    const rows = await world.db
      .selectFrom("mail_outbox")
      .selectAll()
      .where("dedupe_key", "=", `undone:${payment.id}`)
      .execute();
    expect(rows).toEqual([]);
  });

  it("the outbox does not let a recipient or a name add headers to a mail", async ({ world }) => {
    const creator = await createCreator(world);
    await world.db
      .updateTable("users")
      .set({ name: "Eve\r\nBcc: all@example.org" })
      .where("id", "=", creator.id)
      .execute();
    const payment = await payTip(world, creator, { email: "ada@example.org" });
    await send(world, payment);
    const [mail] = smtp.mails;
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.to).toHaveLength(1);
    expect(mail?.headers.map((header) => header.key)).not.toContain("bcc");
  });
});

describe("the demo's mailbox", () => {
  it("the demo's mailbox keeps what would have been sent, once", async ({ world }) => {
    const payment = await paid(world);
    const outlet = demoOutlet(world.db, world.clock);
    await send(world, payment, outlet);
    const { id } = await rowOf(world, payment);
    await outlet.send({
      id,
      sender: "Tribute",
      recipient: "ada@example.org",
      subject: "again",
      html: "",
      text: "",
    });
    expect((await listDemoMails(world.db)).filter((mail) => mail.id === id)).toHaveLength(1);
    const mail = await readDemoMail(world.db, id);
    expect(mail).toMatchObject({ recipient: "ada@example.org" });
    expect(mail?.text).toContain("€55.95");
    expect(mail?.html).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(smtp.mails).toEqual([]);
  });
});
