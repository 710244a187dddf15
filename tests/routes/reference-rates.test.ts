import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { businessDate } from "../../app/domain/calendar.ts";
import { formatDay } from "../../app/domain/money/formats.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { beginTip, type WireFan, wireFan } from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { freePort, type Product, startProduct } from "../support/http/product.ts";
import { buyInProduct, productWorld } from "../support/http/product-vouchers.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { openReferenceBank, type ReferenceBank } from "../support/money/reference-bank.ts";

// A live product whose reference rates are those that were shipped, and a bank that fails before it answers: what fans and
// operators meet. The tests go on from one to the next.

const METRICS_TOKEN = "a-token-of-the-tests";
const TODAY = businessDate(new Date());
const SHIPPED = "29. September 2026";

let database: TestDatabase;
let bank: ReferenceBank;
let product: Product;
let operator: WireFan;
let fan: WireFan;
let tip: string;

beforeAll(async () => {
  database = await createTestDatabase();
  bank = await openReferenceBank();
  bank.answer((_request, response) => response.writeHead(500).end());
  const PORT = await freePort();
  product = await startProduct(database.url, {
    ...LIVE_SETTINGS,
    ...{ PORT, METRICS_TOKEN, PUBLIC_URL: `http://localhost:${PORT}`, REFERENCE_RATES_URL: bank.url },
  });
  const { id } = await createOperatorRow(database.db, new Date());
  const token = await openSession(database.db, {
    ...{ id: crypto.randomUUID(), user_id: id, user_agent: "", has_second_factor: true },
    now: new Date(),
  });
  operator = wireFan("de", { Cookie: await sentCookie("session", token) }, product.url);
  const creator = await signInCreator("ACTIVE", "de", { db: database.db, url: product.url });
  fan = wireFan("de", {}, product.url);
  tip = await beginTip(fan, creator.username ?? "", "50");
  await fan.post(`${tip}/details`, { name: "Ida" });
});
afterAll(async () => {
  await product?.stop();
  bank?.close();
  await database?.drop();
});

/** The job of every hour, now. */
const refresh = () =>
  database.db.transaction().execute((trx) => createJobs(database.db).enqueue(trx, "rates.refresh", {}));

const lines = (text: string) => product.output().split(text).length - 1;
const mainOf = async (who: WireFan, path: string) =>
  textOf(readStrictly((await who.get(path)).text).elements("main")[0]);
const choice = (pay_currency: string) => ({ type: "INETCASH_CC", country: "DE", pay_currency, email: "" });

test("while the bank fails, an operator is told once that the rates are old, and sees it on the overview and by currency", async () => {
  await refresh();
  await eventually("the first run has failed", () => lines('"queue":"rates.refresh"') >= 1);
  await refresh();
  await eventually("the second run has failed", () => lines('"queue":"rates.refresh"') >= 2);
  expect(bank.asked()).toBeGreaterThanOrEqual(2);
  await eventually("the operator is told", () => lines("reference rates are old") >= 1);
  expect(lines("reference rates are old")).toBe(1);
  const overview = await mainOf(operator, "/admin");
  expect(overview).toContain(`Seit über 5 Tagen keine neuen Referenzkurse: ${SHIPPED} (29 Währungen)`);
  const rates = await mainOf(operator, "/admin/payments/rates");
  expect(rates).toMatch(/USD \S+ 29\. September 2026 \d+ Tage alt: zu alt/);
});

test("the age of each currency's rate is among the metrics", async () => {
  const { text } = await ask(`${product.url}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const age = Number(/^tribute_reference_rate_age_days\{currency="USD"\} (\d+)$/m.exec(text)?.[1]);
  expect(age).toBe((Date.parse(TODAY) - Date.parse("2026-09-29")) / 86_400_000);
});

test("a fan who wants to pay in a currency without a current rate is asked for another one, on a page, at every step", async () => {
  const noRate = "Gerade kein Kurs für USD.";
  const updated = await fan.post(`${tip}/payment`, { ...choice("USD"), step: "update" });
  expect(updated.status).toBe(303);
  const page = await fan.get(`${tip}/payment`);
  expect(page.status).toBe(200);
  const shown = readStrictly(page.text);
  expect(shown.problems).toEqual([]);
  const price = shown.elements("p").filter((element) => attribute(element, "id") === "price");
  expect(price.map(textOf)).toEqual([`${noRate} Wähl eine andere Währung.`]);
  const refused = await fan.post(`${tip}/payment`, choice("USD"));
  expect([refused.status, refused.text.includes("Gerade kein Wechselkurs für diese Währung")]).toEqual([
    422,
    true,
  ]);
  expect((await fan.get(`${tip}/summary`)).headers.location).toBe(`${tip}/payment`);
  const paid = await fan.post(`${tip}/summary`, { charged_minor: "6000" });
  expect([paid.status, paid.headers.location]).toEqual([303, `${tip}/payment`]);
  expect(await database.db.selectFrom("payments").select("id").execute()).toEqual([]);
  const own = await fan.post(`${tip}/payment`, choice("EUR"));
  expect([own.status, own.headers.location]).toEqual([303, `${tip}/summary`]);
});

test("so is who buys a voucher", async () => {
  const bought = await fan.post("/voucher", {
    amount: "25",
    currency: "EUR",
    email: "ida@fans.example",
    country: "DE",
  });
  const payment = bought.headers.location ?? "";
  const Cookie = [bought.headers["set-cookie"]]
    .flat()
    .map((cookie) => cookie?.split(";")[0])
    .join("; ");
  const updated = await fan.post(
    payment,
    { type: "INETCASH_CC", pay_currency: "GBP", step: "update" },
    { Cookie },
  );
  expect(updated.status).toBe(303);
  const page = await fan.get(payment, { Cookie });
  expect([page.status, page.text.includes("Gerade kein Kurs für GBP.")]).toEqual([200, true]);
});

test("a creator of another currency is told to redeem a voucher later, which stays valid", async () => {
  const creator = await signInCreator("ACTIVE", "de", { db: database.db, url: product.url });
  await database.db.updateTable("users").set({ currency: "USD" }).where("id", "=", creator.id).execute();
  const { id, code } = await buyInProduct({}, productWorld(database.db));
  const page = await creator.wire.follow(await creator.wire.post("/voucher/redeem", { voucher_code: code }));
  const shown = readStrictly(page.text);
  expect([page.status, shown.problems]).toEqual([200, []]);
  const main = textOf(shown.elements("main")[0]);
  expect(main).toContain("Der Gutschein bleibt gültig: Versuch es später.");
  expect(main).not.toContain("25,00\u00a0$");
  expect(shown.elements("input").map((input) => attribute(input, "name"))).not.toContain("seen_credit");
  const vouchers = database.db.selectFrom("vouchers").select("status").where("id", "=", id);
  expect((await vouchers.executeTakeFirstOrThrow()).status).toBe("VALID");
});

test("when the bank answers again, prices have its rate with its date, and a currency that it has no more is old alone", async () => {
  const shipped = await database.db.selectFrom("reference_rates").selectAll().execute();
  const { THB: _gone, ...rates } = Object.fromEntries(
    shipped.map(({ currency, units_per_euro }) => [currency, Number(units_per_euro)]),
  );
  bank.publish(TODAY, rates);
  await refresh();
  await eventually("the new rates are kept", async () => {
    const kept = database.db.selectFrom("reference_rates").select("currency").where("source", "=", "ecb");
    return (await kept.execute()).length === shipped.length - 1;
  });
  expect((await fan.post(`${tip}/payment`, choice("USD"))).headers.location).toBe(`${tip}/summary`);
  expect(await mainOf(fan, `${tip}/summary`)).toContain(`Referenzkurs vom ${formatDay(TODAY, "de")}`);
  const overview = await mainOf(operator, "/admin");
  expect(overview).toContain(`keine neuen Referenzkurse: ${SHIPPED} (THB)`);
  expect(await mainOf(operator, "/admin/payments/rates")).toContain(`${formatDay(TODAY, "de")} von heute`);
});
