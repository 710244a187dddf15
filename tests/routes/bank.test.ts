import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { backOfficeAt, doneLine, operatorsCookie, pageOf, statusLine } from "../support/http/back-office.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { attribute, textOf } from "../support/http/strict-html.ts";
import { camt } from "../support/money/camt.ts";
import { type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

// Our bank's statements in the back office (docs/money.md, 5).
const PAGE = "/admin/books/bank";
let database: DemoDatabase;
let product: Product;
let world: PayoutWorld;
let operator: string;
let other: string;
const { get, post, upload, pageAfter } = backOfficeAt(() => product.url);

// Balances that are made up freeze payouts: a product of its own.
beforeAll(async () => {
  database = await createDemoDatabase();
  product = await startProduct(database.url, {}, { dataFrom: database.dataFrom });
  world = withPayouts(createTipWorld(database.db, movableClock(new Date())));
  [operator, other] = [await operatorsCookie(world), await operatorsCookie(world)];
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const mainOf = (answer: Parameters<typeof pageOf>[0], status = 200) =>
  textOf(pageOf(answer, status).elements("main")[0]);

test("without any statement nothing is compared with the books, and the bank's page and the checks' page say so", async () => {
  for (const page of [PAGE, "/admin/books/checks"])
    expect(mainOf(await get(page, operator))).toContain("Noch kein Auszug eingelesen");
});

test("an operator imports a statement, finds what fits nothing, and settles it with a reason once", async () => {
  const id = `route-${world.newId()}`;
  const words = `Kontofuehrung ${id}`;
  const file = camt({ id, rows: [{ amount: "-7.45", words, iban: "AT611904300234573201" }] }).toString();
  expect(statusLine(await pageAfter(await upload(PAGE, operator, file), operator))).toMatch(/^Eingelesen/);
  expect(statusLine(await pageAfter(await upload(PAGE, operator, file), operator))).toMatch(/^Diese Datei/);
  expect(mainOf(await get("/admin/books", operator))).toContain("Kontoauszüge");
  for (const text of ["Kontostände", "Hauptbuch jetzt", "9.992,55", "stimmt nicht"])
    expect(mainOf(await get(PAGE, operator))).toContain(text);
  const page = pageOf(await get(PAGE, operator));
  const linkTo = (text: string, pattern: RegExp) =>
    page
      .elements("tr")
      .filter((row) => textOf(row).includes(text))
      .flatMap((row) =>
        page
          .elements("a")
          .filter((a) => pattern.test(attribute(a, "href") ?? "") && textOf(row).includes(textOf(a))),
      )
      .map((a) => attribute(a, "href") ?? "");
  const [statement = ""] = linkTo(id, /\/bank\/[0-9a-f-]{36}$/);
  const shown = mainOf(await get(statement, operator));
  for (const text of [`Auszug ${id}`, "AT•• •••• 3201", "-7,45", "9.992,55", "Offen"])
    expect(shown).toContain(text);
  const entry = await database.db
    .selectFrom("bank_entries")
    .select("id")
    .where("words", "=", words)
    .executeTakeFirstOrThrow();
  const address = `/admin/exceptions/bookings/${entry.id}`;
  expect(mainOf(await get("/admin/exceptions?kind=bookings", operator))).toContain(words);
  for (const text of [words, "Kennen wir nicht"])
    expect(mainOf(await get(address, operator))).toContain(text);
  const refused = await post(address, other, { intent: "settle", reason: " " });
  expect(mainOf(refused.status === 303 ? await pageAfter(refused, other) : refused, 422)).toContain("Grund");
  const settle = (by = other) => post(address, by, { intent: "settle", reason: "Monatsgebühr" });
  expect(mainOf(await get(address, operator))).toContain("also erledigt das jemand anders");
  expect(statusLine(await pageAfter(await settle(operator), operator))).toMatch(/^Nicht erledigt/);
  expect(doneLine(await pageAfter(await settle(), other))).toBe("Erledigt.");
  expect(statusLine(await pageAfter(await settle(), other))).toMatch(/^Schon erledigt/);
  const settled = await get(address, operator);
  expect(mainOf(settled)).toContain("Monatsgebühr");
  expect(settled.text).not.toContain("/settlements/");
  const lines = await database.db
    .selectFrom("audit_log")
    .select("action")
    .where("action", "in", ["bank.statement_imported", "bank.exception_settled"])
    .where("subject", "in", [`bank_statement:${statement.split("/").at(-1)}`, `bank_entry:${entry.id}`])
    .orderBy("id")
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(["bank.statement_imported", "bank.exception_settled"]);
});

test("a file of several accounts says which of them were not imported", async () => {
  const id = `several-${world.newId()}`;
  const rows = [{ amount: "-1.00", words: id }];
  const other = camt({ id: `other-${id}`, rows, iban: "AT611904300234573201" }).toString();
  const [, statement = ""] = /(<Stmt>[\s\S]*<\/Stmt>)/.exec(other) ?? [];
  const file = camt({ id, rows }, (xml) => xml.replace("</Stmt>", `</Stmt>${statement}`)).toString();
  const said = "Nicht eingelesen, weil es nicht unser Konto ist: AT•• •••• 3201.";
  for (const first of ["Eingelesen.", "Diese Datei wurde schon eingelesen."]) {
    const status = textOf(
      pageOf(await upload(PAGE, operator, file))
        .elements("p")
        .find((each) => attribute(each, "role") === "status"),
    );
    expect(status.startsWith(first)).toBe(true);
    expect(status).toContain(said);
  }
});

test("a file that is no statement of our account is refused with the place, and nothing is imported", async () => {
  const id = `refused-${world.newId()}`;
  const rows = [{ amount: "-1.00" }];
  for (const [file, words] of [
    [null, "Wähle zuerst eine Datei"],
    ["hello", "Diese Datei ist kein gültiges XML"],
    [
      camt({ id, rows, iban: "AT611904300234573201" }).toString(),
      "Das ist nicht unser Konto: /Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN (Zeile",
    ],
    [camt({ id, rows }, (xml) => xml.replace(">1.00<", ">1.001<")).toString(), "Nachkommastellen"],
    [
      camt({ id, rows }, (xml) =>
        xml.replace("camt.053", "camt.052").replaceAll("Stmt", "AcctRpt"),
      ).toString(),
      "Das ist ein vorläufiger Umsatzbericht (camt.052): Lies den Kontoauszug (camt.053) ein, der daraus wird.",
    ],
    [":20:STARTUMS\r\n", "Nichts wurde übernommen. Das ist eine MT940-Datei"],
    [`<a>${"a".repeat(1024 * 1024)}</a>`, "Die Datei ist zu groß"],
  ] as const)
    expect(mainOf(await upload(PAGE, operator, file), 422)).toContain(words);
  const english = await wireFan("en", { Cookie: operator }, product.url).get(PAGE);
  expect(mainOf(english)).toContain("Import a statement");
  const found = await database.db
    .selectFrom("bank_statements")
    .select("id")
    .where("statement_ref", "=", id)
    .execute();
  expect(found).toEqual([]);
});

test("an operator sees which statement is missing between two, and says once why none is", async () => {
  const id = `gap-${world.newId()}`;
  const of = (day: number, opening: number) =>
    camt({ id: `${id}-${day}`, opening, day: `2040-01-0${day}`, sequence: day, rows: [{ amount: "1.00" }] });
  for (const file of [of(1, 100_00), of(2, 555_00)])
    expect((await upload(PAGE, operator, file.toString())).status).toBe(303);
  const gap = await database.db
    .selectFrom("bank_gaps as g")
    .innerJoin("bank_statements as s", "s.id", "g.statement_id")
    .select("g.id")
    .where("s.statement_ref", "=", `${id}-2`)
    .executeTakeFirstOrThrow();
  for (const text of ["Fehlende Auszüge", `${id}-2`, "101,00", "555,00"])
    expect(mainOf(await get("/admin/exceptions?kind=gaps", operator))).toContain(text);
  const address = `/admin/exceptions/gaps/${gap.id}`;
  expect(mainOf(await get(address, operator))).toContain(`${id}-1`);
  const refused = await post(address, other, { intent: "settle", reason: " " });
  expect(mainOf(refused.status === 303 ? await pageAfter(refused, other) : refused, 422)).toContain("Grund");
  const settle = (by = other) => post(address, by, { intent: "settle", reason: "Ein anderes Konto" });
  expect(mainOf(await get(address, operator))).toContain("also erledigt das jemand anders");
  expect(statusLine(await pageAfter(await settle(operator), operator))).toMatch(/^Nicht erledigt/);
  expect(doneLine(await pageAfter(await settle(), other))).toBe("Erledigt.");
  expect(statusLine(await pageAfter(await settle(), other))).toMatch(/^Schon erledigt/);
  expect(mainOf(await get(address, operator))).toContain("Ein anderes Konto");
});
