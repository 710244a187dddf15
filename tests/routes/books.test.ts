import { parse } from "csv-parse/sync";
import { beforeAll, expect, inject, test } from "vitest";
import { trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { backOfficeAt, operatorsCookie, pageOf } from "../support/http/back-office.ts";
import { wireFan } from "../support/http/http-client.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { readDatev } from "../support/money/datev-reader.ts";
import { type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createCreator, createTipWorld, payTip } from "../support/money/tip-world.ts";

// The books from a sum to its cause, and the journal for an accountant (docs/money.md, 7).
let world: PayoutWorld;
let operator: string;
const { get } = backOfficeAt(() => inject("product").url);

beforeAll(async () => {
  world = withPayouts(createTipWorld(records(), movableClock(new Date())));
  operator = await operatorsCookie(world);
});

const linksOf = async (path: string) => {
  const page = pageOf(await get(path, operator));
  return page.elements("a").map((a) => ({ href: attribute(a, "href") ?? "", text: textOf(a) }));
};

test("an operator gets from a sum of the trial balance to its accounts, postings, transaction and cause", async () => {
  const creator = await createCreator(world);
  const payment = await payTip(world, creator, { amount: 50_00 });
  const sums = (await linksOf("/admin/books")).map(({ href }) => href);
  for (const path of [
    "creator_pending/EUR",
    "psp_clearing/EUR/scripted",
    "vat_output/EUR/DE",
    "service_fee_revenue/EUR/-",
  ])
    expect(sums).toContain(`/admin/books/accounts/${path}`);

  const own = `/admin/books/accounts/creator_pending/EUR/${creator.id}`;
  let path: string | undefined = "/admin/books/accounts/creator_pending/EUR";
  const seen: string[] = [];
  while (path !== undefined) {
    const links = await linksOf(path);
    seen.push(...links.map(({ href }) => href));
    path = links.find(({ href }) => href.includes("?after="))?.href;
  }
  expect(seen.filter((href) => href === own)).toHaveLength(1);

  const postings = await get(own, operator);
  for (const text of [`@${creator.username}`, "Trinkgeld bezahlt", "50,00"])
    expect(textOf(pageOf(postings).elements("main")[0])).toContain(text);
  const transaction = (await linksOf(own)).find(({ href }) => href.includes("/transactions/"))?.href ?? "";
  const links = await linksOf(transaction);
  expect(links.map(({ href }) => href)).toContain(`/admin/payments/${payment.id}`);
  const shown = textOf(pageOf(await get(transaction, operator)).elements("main")[0]);
  for (const text of ["Trinkgeld bezahlt", "Anlass", "Servicegebühr", "55,95"].slice(0, 3))
    expect(shown).toContain(text);
  expect((await linksOf(`/admin/payments/${payment.id}`)).map(({ href }) => href)).toContain(transaction);
});

test("the books show past balances, of all accounts and of one, and name a minute that there is not", async () => {
  const creator = await createCreator(world);
  await payTip(world, creator, { amount: 50_00 });
  const past = async (at: string) => {
    const answer = await get(`/admin/books/past?at=${at}`, operator);
    return { status: answer.status, main: textOf(readStrictly(answer.text).elements("main")[0]), answer };
  };
  expect((await past("2001-01-01T12:00")).main).toContain("Bis dahin nichts gebucht.");
  const now = await past("2099-01-01T12:00");
  expect(now.main).toContain("Stand am 1. Januar 2099");
  const paths = pageOf(now.answer)
    .elements("a")
    .map((a) => attribute(a, "href"));
  expect(paths).toContain("/admin/books/accounts/service_fee_revenue/EUR/-?at=2099-01-01T12%3A00");
  const wrong = await past("2026-02-30T12:00");
  expect([wrong.status, wrong.main]).toEqual([422, expect.stringContaining("gültigen Zeitpunkt")]);
  const own = `/admin/books/accounts/creator_pending/EUR/${creator.id}`;
  for (const [at, balance] of [
    ["2001-01-01T12:00", "0,00\u00a0€"],
    ["2099-01-01T12:00", "50,00\u00a0€"],
  ]) {
    const page = textOf(pageOf(await get(`${own}?at=${at}`, operator)).elements("main")[0]);
    expect(page).toMatch(new RegExp(`Stand am 1\\. Januar [^:]+:[^:]*: ${balance}`));
  }
});

test("the month's journal is a table of balanced lines with document numbers, marked as provisional while it runs", async () => {
  const month = new Date().toISOString().slice(0, 7);
  const path = `/admin/books/journal/${month}`;
  const answer = await get(path, operator);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-disposition"]).toContain(`journal-${month}-vorlaeufig.csv`);
  expect(answer.headers["cache-control"]).toContain("no-store");
  const rows: Record<string, string>[] = parse(answer.text, { bom: true, columns: true, delimiter: ";" });
  const numbers = [...new Set(rows.map((row) => row.Belegnummer))];
  expect(numbers).toEqual(numbers.map((_, place) => `${month}-${String(place + 1).padStart(7, "0")}`));
  expect(new Set(rows.map((row) => row.Status))).toEqual(new Set(["vorläufig"]));
  const cents = (row: Record<string, string>) => Math.round(Number(row.Betrag?.replace(",", ".")) * 100);
  const euros = rows.filter((row) => row.Währung === "EUR");
  expect(euros.length).toBeGreaterThan(0);
  const fees = euros.reduce(
    (sum, row) =>
      sum +
      (row.Habenkonto?.includes("(service_fee_revenue)") ? cents(row) : 0) -
      (row.Sollkonto?.includes("(service_fee_revenue)") ? cents(row) : 0),
    0,
  );
  const balances = (await trialBalance(records())).filter(
    ({ code, currency }) => code === "service_fee_revenue" && currency === "EUR",
  );
  expect(fees).toBeLessThanOrEqual(balances.reduce((sum, { balance_minor }) => sum + balance_minor, 0));
  const entry = await records()
    .selectFrom("audit_log")
    .select(["after"])
    .where("action", "=", "journal.exported")
    .where("subject", "=", `journal:${month}`)
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(entry?.after).toEqual({ entries_count: numbers.length, is_final: false });
  expect(textOf(pageOf(await get("/admin/audit", operator)).elements("main")[0])).toContain(
    "Journal exportiert",
  );

  const list = pageOf(await get("/admin/books/journal", operator));
  expect(list.elements("a").map((a) => attribute(a, "href"))).toContain(path);
  expect(textOf(list.elements("main")[0])).toContain("vorläufig");
  const english = await wireFan("en", { Cookie: operator }, inject("product").url).get(path);
  expect(english.text).toContain("Document number,Line,Booked on");
  for (const none of ["1999-01", "2026-13", "x"])
    expect((await get(`/admin/books/journal/${none}`, operator)).status).toBe(404);
});

test("the month's journal is a file for DATEV, provisional while it runs, and the operators' log says who took it", async () => {
  const creator = await createCreator(world);
  await payTip(world, creator, { amount: 50_00 });
  const month = new Date().toISOString().slice(0, 7);
  const path = `/admin/books/journal/${month}/datev`;
  const list = pageOf(await get("/admin/books/journal", operator));
  expect(list.elements("a").map((a) => attribute(a, "href"))).toContain(path);
  const page = pageOf(await get(path, operator));
  expect(page.elements("td").map(textOf)).toContain("0730");
  expect(page.elements("a").map((a) => attribute(a, "href"))).toContain(`${path}/1`);
  expect(textOf(page.elements("main")[0])).toContain("Noch nicht endgültig");
  const answer = await fetch(new URL(`${path}/1`, inject("product").url), {
    headers: { Cookie: operator, "Accept-Language": "de" },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toContain(
    `filename="EXTF_Buchungsstapel_${month}_1_vorlaeufig.csv"`,
  );
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const { head, bookings } = readDatev(new Uint8Array(await answer.arrayBuffer()));
  expect(head[16]).toBe(`"Tribute ${month} vorläufig"`);
  expect(
    bookings.some(({ amount, debit, credit }) => amount === 50_00 && debit === 1360 && credit === 1700),
  ).toBe(true);
  const entry = await records()
    .selectFrom("audit_log")
    .select("after")
    .where("action", "=", "journal.exported")
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(entry?.after).toMatchObject({ is_final: false, datev_part: 1 });
  expect(textOf(pageOf(await get("/admin/audit", operator)).elements("main")[0])).toContain("DATEV-Datei");
  for (const none of [`${path}/0`, `${path}/2`, `${path}/01`, "/admin/books/journal/1999-01/datev/1"])
    expect((await get(none, operator)).status).toBe(404);
});

test("VAT by quarter is a page and two files, and the operators' log says who took them", async () => {
  const creator = await createCreator(world);
  await payTip(world, creator, { amount: 100_00, country: "FR" });
  await get(`/admin/books/journal/${new Date().toISOString().slice(0, 7)}`, operator);
  const page = pageOf(await get("/admin/books/oss", operator));
  const [, quarter = ""] = /(\d{4}-Q[1-4])/.exec(textOf(page.elements("main")[0])) ?? [];
  const links = page.elements("a").map((a) => attribute(a, "href"));
  for (const path of [`/admin/books/oss?quarter=${quarter}`, `/admin/books/oss/${quarter}/table`])
    expect(links).toContain(path);
  expect(textOf(page.elements("main")[0])).toContain("Frankreich (FR)");
  const table = await get(`/admin/books/oss/${quarter}/table`, operator);
  expect(table.headers["content-disposition"]).toContain(`umsatzsteuer-${quarter}-vorlaeufig.csv`);
  const rows: Record<string, string>[] = parse(table.text, { bom: true, columns: true, delimiter: ";" });
  const french = rows.filter(
    ({ Land, Quartal, Währung }) => Land === "FR" && Quartal === quarter && Währung === "EUR",
  );
  expect(french.map((row) => [row.Teil, row.Satz])).toEqual([
    ["Für die OSS-Meldung", "20,00"],
    ["Hauptbuch, nach Währung", "20,00"],
  ]);
  const file = await get(`/admin/books/oss/${quarter}/import`, operator);
  expect(file.text).toMatch(
    /^#v2\.0\r\n(?:1,[A-Z]{2}\r\n)+(?:2,[A-Z]{2},STANDARD,\d+\.\d\d,\d+\.\d\d,\d+\.\d\d\r\n)+$/,
  );
  expect(file.text).toContain("\r\n2,FR,STANDARD,20.00,");
  const entries = await records()
    .selectFrom("audit_log")
    .select(["subject", "after"])
    .where("action", "=", "vat.exported")
    .where("subject", "=", `vat:${quarter}`)
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  expect(entries.map(({ after }) => after)).toEqual([{ is_final: false }, { is_final: false }]);
  const log = pageOf(await get("/admin/audit", operator));
  expect(log.elements("a").map((a) => attribute(a, "href"))).toContain(`/admin/books/oss?quarter=${quarter}`);
  for (const none of [
    "/admin/books/oss?quarter=1999-Q1",
    `/admin/books/oss/${quarter}/x`,
    "/admin/books/oss/x/table",
  ])
    expect((await get(none, operator)).status).toBe(404);
});

test("the sellers of a year are a page and a table, and the operators' log says who took it", async () => {
  const creator = await createCreator(world);
  for (const _ of many(6)) await payTip(world, creator, { amount: 400_00 });
  await get(`/admin/books/journal/${new Date().toISOString().slice(0, 7)}`, operator);
  const year = new Date().getUTCFullYear();
  const page = pageOf(await get("/admin/books/sellers", operator));
  const links = page.elements("a").map((a) => attribute(a, "href"));
  for (const path of [`/admin/books/sellers/${year}/table`, `/admin/users/${creator.id}`])
    expect(links).toContain(path);
  expect(textOf(page.elements("main")[0])).toContain("2.400,00");
  const table = await get(`/admin/books/sellers/${year}/table`, operator);
  expect(table.headers["content-disposition"]).toContain(`verkaeufer-${year}-vorlaeufig.csv`);
  const rows: Record<string, string>[] = parse(table.text, { bom: true, columns: true, delimiter: ";" });
  const own = rows.filter((row) => row.Kennung === creator.id);
  expect(own.map((row) => row.Quartal)).toEqual([1, 2, 3, 4].map((number) => `${year}-Q${number}`));
  expect(own.map((row) => [row.Tätigkeiten, row.Vergütung]).filter(([count]) => count !== "0")).toEqual([
    ["6", "2400,00"],
  ]);
  const entries = await records()
    .selectFrom("audit_log")
    .select("after")
    .where("action", "=", "sellers.exported")
    .where("subject", "=", `sellers:${year}`)
    .execute();
  expect(entries.map(({ after }) => after)).toContainEqual({ is_final: false });
  for (const none of ["/admin/books/sellers?year=1999", "/admin/books/sellers/x/table"])
    expect((await get(none, operator)).status).toBe(404);
});

test("payments draw what was paid, with a table; overview and ledger lead to what waits", async () => {
  const creator = await createCreator(world);
  await payTip(world, creator, { amount: 30_00 });
  // Whoever fetches the journal numbers, and so counts, what was paid.
  await get(`/admin/books/journal/${new Date().toISOString().slice(0, 7)}`, operator);
  const entry = { id: world.newId(), currency: "EUR" };
  await records()
    .insertInto("held_rates")
    .values({
      id: entry.id,
      currency: "CHF",
      rate_date: "2000-01-03",
      units_per_euro: "9.9",
      source: "test",
      held_at: new Date(),
    })
    .execute();
  const page = pageOf(await get("/admin/payments", operator));
  const shown = textOf(page.elements("main")[0]);
  for (const text of ["Von Fans bezahlt", "Kreditkarte", "Als Tabelle"]) expect(shown).toContain(text);
  const drawings = page.elements("svg").filter((svg) => attribute(svg, "role") === "img");
  expect(drawings.length).toBeGreaterThanOrEqual(1);
  for (const path of ["/admin", "/admin/books"])
    expect((await linksOf(path)).map(({ href }) => href)).toContain("/admin/exceptions?kind=rates");
  const mainOf = async (path: string) => textOf(pageOf(await get(path, operator)).elements("main")[0]);
  expect(await mainOf("/admin/exceptions?kind=rates")).toContain("CHF");
  const held = await mainOf(`/admin/exceptions/rates/${entry.id}`);
  for (const text of ["CHF", "3. Januar 2000", "9,9", "–"]) expect(held).toContain(text);
  await records().deleteFrom("held_rates").where("id", "=", entry.id).execute();
});
