import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { createOperator } from "../../app/domain/auth/operators.server.ts";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { businessDate } from "../../app/domain/calendar.ts";
import { ratesOn } from "../../app/domain/exchange-rates/rates.server.ts";
import { LEGAL_PAGES } from "../../app/domain/legal-texts/legal-texts.schema.ts";
import type { OperatorRole } from "../../app/domain/operator-roles.schema.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { catchMails, type MailCatcher } from "../support/http/mail-catcher.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { freePort, type Product, startProduct, TEST_SECRETS } from "../support/http/product.ts";
import { PASSWORD } from "../support/http/signed-in.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { openReferenceBank, type ReferenceBank } from "../support/money/reference-bank.ts";

// A live installation from its first start to "ready for real money". The tests go on from one to the next.

const PAGE = "/admin/settings/first-run";
const REAL_MONEY = {
  PAYMENT_PROVIDER: "stripe",
  ALLOW_SANDBOX_PAYMENTS: "",
  STRIPE_SECRET_KEY: "rk_live_0123456789abcdef",
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
  PAYOUT_ACCOUNT_OWNER: "Tribute GmbH",
  PAYOUT_IBAN: "DE89370400440532013000",
  PAYOUT_BIC: "COBADEFFXXX",
};

let database: TestDatabase;
let smtp: MailCatcher;
let bank: ReferenceBank;
let product: Product;
let first: { email: string; cookie: string };
let admin: WireFan;

async function start(more: Record<string, string> = {}) {
  const PORT = await freePort();
  product = await startProduct(database.url, {
    ...LIVE_SETTINGS,
    ...{ PORT, PUBLIC_URL: `http://localhost:${PORT}`, SMTP_URL: smtp.url },
    ...more,
  });
  admin = wireFan("en", { Cookie: first.cookie }, product.url);
}

async function makeOperator(role: OperatorRole) {
  const { db } = database;
  const services = {
    ...{ db, jobs: createJobs(db), clock: () => new Date(), newId: randomUUID },
    encryption: createEncryption(TEST_SECRETS.APP_SECRET),
    tokens: createTokens(TEST_SECRETS.APP_SECRET),
  };
  const email = `${role.toLowerCase()}@tribute.test`;
  const made = await createOperator(services, { email, password: PASSWORD, role });
  if (made.outcome !== "created") throw new Error(made.outcome);
  const session = { id: randomUUID(), user_id: made.user_id, user_agent: "", has_second_factor: true };
  return {
    email,
    cookie: await sentCookie("session", await openSession(db, { ...session, now: new Date() })),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  [smtp, bank] = await Promise.all([catchMails(), openReferenceBank()]);
  first = await makeOperator("ADMIN");
  await start();
});

afterAll(async () => {
  await product?.stop();
  await smtp?.close();
  bank?.close();
  await database?.drop();
});

async function stepsOf(page: string): Promise<Record<string, string>> {
  const read = readStrictly(page);
  expect(read.problems).toEqual([]);
  const items = read.elements("li").map(textOf);
  return Object.fromEntries(
    items.flatMap((text) => {
      const [, name = "", state = ""] = /^(.*?)(Done|Missing)$/s.exec(text.trim()) ?? [];
      return name === "" ? [] : [[name.trim(), state]];
    }),
  );
}

const missing = async () =>
  Object.entries(await stepsOf((await admin.get(PAGE)).text)).flatMap(([name, state]) =>
    state === "Missing" ? [name] : [],
  );

test("the first operator's sign-in leads to the list, which names what is missing and where it is set", async () => {
  expect((await admin.get("/dashboard")).headers.location).toBe(PAGE);
  const overview = await admin.get("/admin");
  expect(overview.text).toContain("Ready for real money? 8 steps are missing.");
  const page = await admin.get(PAGE);
  expect(page.text).toContain("8 steps are missing.");
  expect(page.text).toContain("fixed by the environment");
  for (const name of ["PAYMENT_PROVIDER", "PAYOUT_IBAN", "REFERENCE_RATES_URL"])
    expect(page.text).toContain(name);
  expect((await missing()).map((name) => name.replace(/ .*/, ""))).toEqual([
    "Brand",
    "Legal",
    "Payment",
    "Provider’s",
    "Mail",
    "Payout",
    "Reference",
    "Second",
  ]);
});

test("a role without the right sees nothing of it", async () => {
  const support = await makeOperator("SUPPORT");
  const wire = wireFan("en", { Cookie: support.cookie }, product.url);
  expect((await wire.get("/dashboard")).headers.location).toBe("/admin");
  expect((await wire.get("/admin")).text).not.toContain(PAGE);
  expect((await wire.get(PAGE)).status).toBe(403);
  expect((await wire.post(PAGE, { intent: "test_mail" })).status).toBe(403);
});

test("a test mail goes to the operator's own address, and a refusal of the mail server is shown", async () => {
  await eventually("the mails of the start are sent", async () => (await queued()) === 0);
  smtp.refuseNext(1);
  const sent = await admin.post(PAGE, { intent: "test_mail", email: "another@tribute.test" });
  expect([sent.status, sent.headers.location]).toEqual([303, `${PAGE}?done=sent`]);
  expect((await admin.follow(sent)).text).toContain(`Test mail to ${first.email} is on its way.`);
  await eventually("the refusal is shown", async () =>
    (await admin.get(PAGE)).text.includes("Try again later"),
  );
  await admin.post(PAGE, { intent: "test_mail" });
  await eventually("the test mail arrives", () =>
    smtp.mails.some(({ subject }) => subject?.startsWith("Test mail")),
  );
  expect(smtp.recipients).not.toContain("another@tribute.test");
  await eventually("mail is done", async () => !(await missing()).some((name) => name.startsWith("Mail")));
  const log = await database.db.selectFrom("audit_log").select("action").execute();
  expect(log.filter(({ action }) => action === "mail.tested")).toHaveLength(2);
});

test("test mails have a budget", async () => {
  const statuses: number[] = [];
  for (let sent = 0; sent < 5; sent += 1)
    statuses.push((await admin.post(PAGE, { intent: "test_mail" })).status);
  expect(statuses).toEqual([303, 303, 303, 303, 429]);
});

test("saving the brand once, unchanged, is a step", async () => {
  const saved = await admin.post("/admin/settings/brand", { seen_version: "0" });
  expect(saved.headers.location).toBe("/admin/settings?done=changed");
  expect((await missing()).map((name) => name.replace(/ .*/, ""))).not.toContain("Brand");
});

test("with the environment of real money, a second operator and news of both parties, all is ready", async () => {
  const today = businessDate(new Date());
  const rates = [...(await ratesOn(database.db, today))].filter(([currency]) => currency !== "EUR");
  bank.publish(today, Object.fromEntries(rates.map(([currency, rate]) => [currency, rate.units_per_euro])));
  await product.stop();
  await start({ ...REAL_MONEY, REFERENCE_RATES_URL: bank.url });
  await makeOperator("FINANCE");
  const { db } = database;
  await db.transaction().execute((trx) => createJobs(db).enqueue(trx, "rates.refresh", {}));
  await eventually(
    "the rates are new",
    async () => !(await missing()).some((name) => name.startsWith("Ref")),
  );
  expect(await missing()).toEqual([
    expect.stringMatching(/^Legal pages/),
    expect.stringMatching(/^Provider’s events/),
  ]);
  const now = new Date();
  const texts = LEGAL_PAGES.map((page) => ({
    ...{ page, version: 1, text: JSON.stringify({ en: "Text", de: "Text" }), filled: "{}" },
    ...{ valid_from: now, published_at: now },
  }));
  await db.insertInto("legal_texts").values(texts).execute();
  const event = {
    event_id: "evt_1",
    kind: "charge.succeeded",
    provider_ref: "pi_1",
    payment_id: randomUUID(),
  };
  await db
    .insertInto("provider_webhook_events")
    .values({ id: randomUUID(), provider: "stripe", ...event, received_at: now, handled_at: now })
    .execute();
  const page = await admin.get(PAGE);
  expect(page.text).toContain("Ready for real money.");
  expect(await missing()).toEqual([]);
  expect((await admin.get("/admin")).text).not.toContain("Ready for real money?");
  expect((await admin.get("/dashboard")).headers.location).toBe("/admin");
});

async function queued(): Promise<number> {
  const rows = await database.db
    .selectFrom("mail_outbox")
    .select("id")
    .where("status", "=", "QUEUED")
    .execute();
  return rows.length;
}
