import { sql } from "kysely";
import { afterEach, expect } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { canonicalEmail } from "../../app/domain/email-address.schema.ts";
import { listUnsentMails, queueMail, retryMail } from "../../app/domain/mails/outbox.server.ts";
import { createNetworks } from "../../app/domain/microblog/network-port.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { startJobs } from "../../app/jobs/schedule.server.ts";
import { sendMail } from "../../app/mail/delivery.server.ts";
import type { MailOutlet } from "../../app/mail/mail.server.ts";
import { smtpOutlet } from "../../app/mail/mail.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { createLog } from "../../app/server/log.server.ts";
import { QUEUES } from "../../db/queues.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { catchMails, type MailCatcher } from "../support/http/mail-catcher.ts";
import { NO_WEBHOOKS } from "../support/money/no-webhooks.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { createTipWorld, type TipWorld } from "../support/money/tip-world.ts";

const HOUR_SECONDS = 3600;

const NO_NETWORKS = {
  webhooks: NO_WEBHOOKS,
  encryption: createEncryption("a secret of at least thirty-two characters"),
  networks: createNetworks([]),
};
let database: TestDatabase;
let world: TipWorld;
let smtp: MailCatcher;

it.beforeEach(async ({ database: own }) => {
  database = own;
  world = createTipWorld(database.db);
  smtp = await catchMails();
});
afterEach(() => smtp.close());

const services = (mail: MailOutlet) => ({
  ...world,
  mail,
  tokens: createTokens("a secret of at least thirty-two characters"),
  noticeUrl: () => "https://tribute.example/webhooks/scripted",
  publicUrl: "https://tribute.example",
});

const outlet = () => smtpOutlet({ url: smtp.url, from: "Tribute <hello@tribute.example>" });

async function queue(recipient: string): Promise<void> {
  await world.db.transaction().execute((trx) =>
    queueMail(trx, world, {
      dedupe_key: `test:${recipient}`,
      template: "password_changed",
      locale: "en",
      recipient,
      user_id: null,
      params: { changed_at: world.clock().toISOString() },
      now: world.clock(),
    }),
  );
}

const outbox = () => world.db.selectFrom("mail_outbox").selectAll().orderBy("recipient").execute();

/** The pause before the next try is over; whose pause is over already is left alone, since it may be at work. */
async function waitIsOver(): Promise<void> {
  await sql`update pgboss.job set start_after = now()
    where name = 'mail.send' and state = 'retry' and start_after > now()`.execute(world.db);
}

it("the outbox loses no mail and sends none twice while the mail server is away, then busy", async () => {
  const people = ["ada@example.org", "bea@example.org", "cem@example.org"];
  const { port } = new URL(smtp.url);
  const mail = outlet();
  await smtp.close();
  for (const person of people) await queue(person);
  const config = readConfig({ APP_MODE: "demo" });
  const log = createLog("silent");
  const running = await startJobs(
    { ...services(mail), ...NO_NETWORKS, config, log, issuer: [], media: memoryStore() },
    database.url,
  );
  try {
    const triedAll = async (times: number) => {
      await waitIsOver();
      return (await outbox()).every(({ attempts }) => attempts >= times);
    };
    await eventually("each was tried three times", () => triedAll(3));
    expect((await outbox()).map(({ status }) => status)).toEqual(["QUEUED", "QUEUED", "QUEUED"]);
    smtp = await catchMails(Number(port));
    smtp.refuseNext(4);
    await eventually("all are sent", async () => {
      await waitIsOver();
      return (await outbox()).every(({ status }) => status === "SENT");
    });
  } finally {
    await running.stop();
  }
  expect(smtp.mails.map((each) => each.to?.[0]?.address).sort()).toEqual(people);
  expect((await outbox()).every(({ last_error }) => last_error === null)).toBe(true);
});

it.each(["jörg@bücher.example", "info@bücher.example", "用户@例え.example"])(
  "a mail server gets the mail for %s",
  async (recipient) => {
    await queue(recipient);
    const [mail] = await outbox();
    await sendMail(services(outlet()), mail?.id ?? "");
    expect((await outbox()).map(({ status, last_error }) => [status, last_error])).toEqual([["SENT", null]]);
    expect(smtp.recipients.map(canonicalEmail)).toEqual([recipient]);
  },
);

it("the outbox keeps trying for longer than the days after which a mail stands before an operator", () => {
  const { retryLimit, retryDelay, retryDelayMax } = QUEUES["mail.send"];
  const pauses = Array.from({ length: retryLimit }, (_, retry) =>
    Math.min(retryDelay * 2 ** retry, retryDelayMax),
  );
  // pg-boss takes away up to half of each pause, so that not all come at once.
  const least = pauses.reduce((sum, pause) => sum + pause, 0) / 2;
  expect(least).toBeGreaterThan((productRules.mail_retry_days + 1) * 24 * HOUR_SECONDS);
});

it("a mail that cannot be sent for three days stands before an operator, who has it sent again, once, and logged", async () => {
  await queue("ada@example.org");
  const [row] = await outbox();
  const given = { id: row?.id ?? "", operator_id: (await createOperatorRow(world.db, world.clock())).id };
  const unsent = () => listUnsentMails(world.db, world.clock());
  const broken = services({ send: () => Promise.reject(new Error("550 no such mailbox")) });
  world.time.passSeconds(71 * HOUR_SECONDS);
  await expect(sendMail(broken, given.id)).rejects.toThrow("550");
  expect(await unsent()).toEqual([]);
  expect(await retryMail(world, given)).toBe(false);
  world.time.passSeconds(2 * HOUR_SECONDS);
  await sendMail(broken, given.id);
  expect(await unsent()).toMatchObject([
    { id: given.id, recipient: "ada@example.org", attempts: 2, last_error: "550 no such mailbox" },
  ]);
  expect((await all(many(3), () => retryMail(world, given))).filter(Boolean)).toHaveLength(1);
  expect(await unsent()).toEqual([]);
  expect((await listAudit(world.db, {})).entries).toMatchObject([
    {
      action: "mail.retried",
      subject: `mail:${given.id}`,
      before: { tries: 2 },
      after: { template: "password_changed" },
    },
  ]);
  await expect(sendMail(broken, given.id)).rejects.toThrow("550");
  await sendMail(services(outlet()), given.id);
  expect(await outbox()).toMatchObject([{ status: "SENT", params: {} }]);
});

it("a mail whose job was lost stands before an operator too; a mail that was sent again is kept no longer for that", async () => {
  await queue("ada@example.org");
  const [row] = await outbox();
  const given = { id: row?.id ?? "", operator_id: (await createOperatorRow(world.db, world.clock())).id };
  world.time.passSeconds(5 * 24 * HOUR_SECONDS);
  expect(await listUnsentMails(world.db, world.clock())).toMatchObject([{ id: given.id, attempts: 0 }]);
  world.time.passSeconds(40 * 24 * HOUR_SECONDS);
  expect(await retryMail(world, given)).toBe(true);
  const sweep = () => sweepRetention({ ...services(outlet()), log: createLog("silent") });
  await sweep();
  expect(await outbox()).toHaveLength(1);
  world.time.passSeconds(46 * 24 * HOUR_SECONDS);
  await sweep();
  expect(await outbox()).toEqual([]);
});

it("a mail that was sent by a process that died before it recorded that is sent again as the same message", async () => {
  await queue("ada@example.org");
  const [row] = await outbox();
  const real = outlet();
  const dying: MailOutlet = {
    send: async (mail) => {
      await real.send(mail);
      throw new Error("the process ends here");
    },
  };
  await expect(sendMail(services(dying), row?.id ?? "")).rejects.toThrow("the process ends here");
  expect(await outbox()).toMatchObject([{ status: "QUEUED" }]);
  await sendMail(services(real), row?.id ?? "");
  expect(await outbox()).toMatchObject([{ status: "SENT" }]);
  expect(smtp.mails.map((each) => each.messageId)).toEqual([
    `<${row?.id}@tribute.example>`,
    `<${row?.id}@tribute.example>`,
  ]);
  expect(smtp.mails[0]?.html).toBe(smtp.mails[1]?.html);
});
