import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { tipIdOf } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { backOfficeAt, operatorsCookie, pageOf } from "../support/http/back-office.ts";
import { prepareTip, summaryForm, type WireFan, wireFan } from "../support/http/http-client.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { attribute, textOf } from "../support/http/strict-html.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";
import { type FakeInetcash, openFakeInetcash } from "../support/providers/inetcash/fake-inetcash.ts";

// Refunds and disputes of a provider that cannot be asked, in the back office (docs/product.md, 4.7).
const SECRET = "not-a-secret-of-a-shop-script-0123456789";

let database: DemoDatabase;
let inetcash: FakeInetcash;
let product: Product;
let fan: WireFan;
let operator: string;
const office = backOfficeAt(() => product.url);

beforeAll(async () => {
  database = await createDemoDatabase();
  inetcash = await openFakeInetcash({ siteId: "4711" });
  const settings = {
    ...{ PAYMENT_PROVIDER: "inetcash,sandbox", INETCASH_SITE_ID: "4711", INETCASH_SECRET: SECRET },
    ...{ INETCASH_URL: inetcash.origin, SECOND_OPERATOR_FROM: "none" },
  };
  product = await startProduct(database.url, settings, { dataFrom: database.dataFrom });
  inetcash.scriptAt(`${product.url}/webhooks/inetcash/${SECRET}`);
  fan = wireFan("de", {}, product.url);
  operator = await operatorsCookie(withPayouts(createTipWorld(database.db)));
});
afterAll(async () => {
  await product?.stop();
  await inetcash?.close();
  await database?.drop();
});

async function statusOf(id: string): Promise<string> {
  const row = await database.db
    .selectFrom("payments")
    .select("status")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.status;
}

/** A tip that was paid at the gateway, as often as is said; its payment's id. */
async function payTip(times = 1): Promise<string> {
  const tip = await prepareTip(fan);
  const sent = await fan.post(`${tip}/summary`, await summaryForm(fan, tip));
  const page = (await fetch(sent.headers.location ?? "", { redirect: "manual" })).headers.get("Location");
  const body = new URLSearchParams({ how: "pay" });
  for (let time = 0; time < times; time += 1)
    await fetch(page ?? "", { method: "POST", body, redirect: "manual" });
  const { id } = await database.db
    .selectFrom("payments")
    .select("id")
    .where("tip_id", "=", tipIdOf(`${tip}/summary`))
    .executeTakeFirstOrThrow();
  await eventually("the tip is paid", async () => (await statusOf(id)) === "SUCCESS");
  return id;
}

async function mainOf(path: string): Promise<string> {
  return textOf(pageOf(await office.get(path, operator)).elements("main")[0]);
}

/** What a page of the back office holds for its forms, unseen. */
async function hiddenOf(path: string): Promise<Record<string, string>> {
  const inputs = pageOf(await office.get(path, operator)).elements("input");
  const hidden = inputs.filter((each) => attribute(each, "type") === "hidden");
  return Object.fromEntries(
    hidden.map((each) => [attribute(each, "name") ?? "", attribute(each, "value") ?? ""]),
  );
}

test("a refund of INET-CASH's waits in the operators' list until one says by its reference that it is made", async () => {
  const id = await payTip();
  const address = `/admin/payments/${id}`;
  const asked = `${address}/refund?amount=`;
  const refund = { ...(await hiddenOf(asked)), reason: "Der Fan bat darum" };
  const booked = await office.pageAfter(await office.post(`${address}/refund`, operator, refund), operator);
  const told = textOf(pageOf(booked).elements("main")[0]);
  expect(told).toContain("Mach sie jetzt im Portal des Zahlungsdienstes");
  expect(told).not.toContain("Das Geld ist unterwegs");
  await eventually("the refund waits for an operator", async () =>
    (await mainOf("/admin/exceptions?kind=by-hand")).includes("inetcash"),
  );
  expect(await mainOf("/admin")).toContain("Erstattungen von Hand");
  expect(await mainOf(address)).toContain("Von Hand zu erstatten");
  const hidden = await hiddenOf(address);
  const refused = await office.post(address, operator, {
    ...hidden,
    intent: "refund",
    report: "REFUND_DONE",
  });
  const shown = textOf(pageOf(refused, 422).elements("main")[0]);
  expect(shown).toContain("Gib die Referenz an");
  expect(shown).toContain("Notier, was du dort gesehen hast");
  expect(shown).not.toContain("Gib einen Grund an");
  expect(await statusOf(id)).toBe("SUCCESS");
  const report = {
    ...hidden,
    intent: "refund",
    report: "REFUND_DONE",
    reference: "R 4711",
    note: "im Portal erstattet",
  };
  const done = await office.pageAfter(await office.post(address, operator, report), operator);
  expect(textOf(pageOf(done).elements("main")[0])).toContain("Gebucht.");
  expect(await statusOf(id)).toBe("REFUNDED");
  const again = await office.pageAfter(await office.post(address, operator, report), operator);
  expect(textOf(pageOf(again).elements("main")[0])).toContain("Nichts gebucht");
  const { after } = await database.db
    .selectFrom("audit_log")
    .select("after")
    .where("action", "=", "payment.reported")
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ report: "REFUND_DONE", reference: "R 4711", currency: "EUR" });
  const log = await mainOf("/admin/audit");
  expect(log).toContain("Anbieterauskunft gebucht");
  expect(log).not.toMatch(/[a-z]_minor/);
});

test("a refund that cannot be made needs no reference, and is there to be made again", async () => {
  const id = await payTip();
  const address = `/admin/payments/${id}`;
  const refund = { ...(await hiddenOf(`${address}/refund?amount=`)), reason: "Der Fan bat darum" };
  await office.pageAfter(await office.post(`${address}/refund`, operator, refund), operator);
  await eventually("the refund waits for an operator", async () =>
    (await mainOf(address)).includes("Lässt sich nicht erstatten"),
  );
  const report = {
    ...(await hiddenOf(address)),
    intent: "refund",
    report: "REFUND_FAILED",
    reference: "",
    note: "Konto erloschen",
  };
  const done = await office.pageAfter(await office.post(address, operator, report), operator);
  const shown = textOf(pageOf(done).elements("main")[0]);
  expect(shown).toContain("Gebucht.");
  expect(shown).toContain("Nicht erstattet; zurückgebucht");
});

test("money of a second success waits for the operator and leads to the payment that was paid already", async () => {
  const id = await payTip(2);
  const reference = database.db
    .selectFrom("suspense_entries")
    .select("payment_id")
    .where("provider", "=", "inetcash");
  await eventually("it is in suspense", async () => (await reference.execute()).length === 1);
  const { payment_id } = await reference.executeTakeFirstOrThrow();
  const page = pageOf(await office.get(`/admin/exceptions/suspense/${payment_id}`, operator));
  const shown = textOf(page.elements("main")[0]);
  expect(shown).toContain("Wartet auf dich");
  expect(shown).not.toContain("nicht in unseren Büchern");
  const links = page.elements("a").map((each) => attribute(each, "href"));
  expect(links).toContain(`/admin/payments/${id}`);
});

test("a chargeback that INET-CASH's back office shows is entered on the payment's page, an amount as it is typed there", async () => {
  const id = await payTip();
  const address = `/admin/payments/${id}`;
  const form = { intent: "report", report: "DISPUTE_LOST", reference: "CB 1", note: "im Portal gesehen" };
  const wrong = await office.post(address, operator, { ...form, amount: "viel" });
  const shown = textOf(pageOf(wrong, 422).elements("main")[0]);
  expect(shown).toContain("Höchstens was der Fan bezahlt hat");
  const beyond = await office.post(address, operator, { ...form, amount: "5000,00" });
  expect(textOf(pageOf(beyond, 422).elements("main")[0])).toContain("Höchstens was der Fan bezahlt hat");
  await office.pageAfter(await office.post(address, operator, { ...form, amount: "" }), operator);
  expect(await statusOf(id)).toBe("CHARGEBACK");
});

test("an operator speaks for no provider that can be asked", async () => {
  const { id } = await database.db
    .selectFrom("payments")
    .select("id")
    .where("provider", "=", "sandbox")
    .where("status", "=", "SUCCESS")
    .limit(1)
    .executeTakeFirstOrThrow();
  const address = `/admin/payments/${id}`;
  const page = pageOf(await office.get(address, operator));
  expect(page.elements("input").some((each) => attribute(each, "value") === "report")).toBe(false);
  const form = { intent: "report", report: "REFUNDED", reference: "R 1", note: "erfunden" };
  const answer = await office.pageAfter(await office.post(address, operator, form), operator);
  expect(textOf(pageOf(answer).elements("main")[0])).toContain("Diesen Zahlungsdienst fragen wir selbst");
  expect(await statusOf(id)).toBe("SUCCESS");
});
