import { beforeAll, expect, inject, test } from "vitest";
import { records } from "../support/database/records.ts";
import { backOfficeAt, doneLine, operatorsCookie, pageOf, statusLine } from "../support/http/back-office.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import { textOf } from "../support/http/strict-html.ts";
import { type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { paymentFile, settlementFile } from "../support/money/settlement-files.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

// The providers' settlements in the back office (docs/money.md, 5).
const PAGE = "/admin/books/settlements";
let world: PayoutWorld;
let operator: string;
let other: string;
const { get, post, pageAfter } = backOfficeAt(() => inject("product").url);

beforeAll(async () => {
  world = withPayouts(createTipWorld(records(), movableClock(new Date())));
  [operator, other] = [await operatorsCookie(world), await operatorsCookie(world)];
});

const mainOf = (answer: Parameters<typeof pageOf>[0], status = 200) =>
  textOf(pageOf(answer, status).elements("main")[0]);

const read = (bytes: Uint8Array, provider = "sandbox") => {
  const form = multipart({ provider }, { field: "file", name: "s.csv", type: "text/csv", bytes });
  const fan = wireFan("de", { Cookie: operator }, inject("product").url);
  return fan.send("POST", PAGE, form.body, form.headers);
};

/** Reads a file, looks at its preview and imports it. */
const send = async (bytes: Uint8Array) => {
  const preview = (await read(bytes)).headers.location ?? "";
  expect(mainOf(await get(preview, operator))).toContain("Noch ist nichts verbucht");
  return await post(preview, operator, { intent: "import" });
};

test("an operator imports a settlement, finds what our books do not know, and settles it with a reason once", async () => {
  const salt = world.newId();
  const bytes = settlementFile(
    { event: `pay-${salt}`, kind: "PAYMENT", payment: `stranger-${salt}`, gross: "12.34", fee: "0.50" },
    { event: `fee-${salt}`, kind: "FEE", gross: "0.10" },
    { event: `tr-${salt}`, kind: "TRANSFER", reference: `TR-${salt}`, gross: "0.20" },
    { event: `co-${salt}`, kind: "COLLECTION", reference: `CO-${salt}`, gross: "0.07" },
  );
  expect(statusLine(await pageAfter(await send(bytes), operator))).toMatch(/^Eingelesen/);
  expect(statusLine(await pageAfter(await send(bytes), operator))).toMatch(
    /^Diese Datei bringt nichts Neues/,
  );
  expect(mainOf(await get("/admin/books", operator))).toContain("Abrechnungen: ");
  const event = await records()
    .selectFrom("settlement_exceptions as x")
    .innerJoin("settlement_events as e", "e.id", "x.event_id")
    .select(["x.id", "x.settlement_id"])
    .where("e.event_ref", "=", `pay-${salt}`)
    .executeTakeFirstOrThrow();
  const file = mainOf(await get(`${PAGE}/${event.settlement_id}`, operator));
  const waits = ["Einzug von unserer Bank", "Noch auf keinem Kontoauszug"];
  for (const text of [`TR-${salt}`, `CO-${salt}`, ...waits, "Verbucht", "Offen", "12,34"])
    expect(file).toContain(text);
  const address = `/admin/exceptions/settlements/${event.id}`;
  for (const text of ["Diese Zahlung kennen wir nicht", `stranger-${salt}`])
    expect(mainOf(await get(address, operator))).toContain(text);
  const refused = await post(address, other, { intent: "settle", reason: " " });
  expect(mainOf(refused.status === 303 ? await pageAfter(refused, other) : refused, 422)).toContain("Grund");
  const settle = (by = other) => post(address, by, { intent: "settle", reason: "Von einem anderen Shop" });
  expect((await get(address, other)).text).toContain('value="settle"');
  expect(mainOf(await get(address, operator))).toContain("also erledigt das jemand anders");
  expect(statusLine(await pageAfter(await settle(operator), operator))).toMatch(/^Nicht erledigt/);
  expect(doneLine(await pageAfter(await settle(), other))).toBe("Erledigt.");
  expect(statusLine(await pageAfter(await settle(), other))).toMatch(/^Schon erledigt/);
  const settled = await get(address, operator);
  expect(mainOf(settled)).toContain("Von einem anderen Shop");
  expect(settled.text).not.toContain('value="settle"');
  const transfer = await records()
    .selectFrom("settlement_exceptions as x")
    .innerJoin("settlement_events as e", "e.id", "x.event_id")
    .select("x.id")
    .where("e.event_ref", "=", `tr-${salt}`)
    .executeTakeFirstOrThrow();
  const early = await post(`/admin/exceptions/settlements/${transfer.id}`, operator, {
    intent: "settle",
    reason: "x",
  });
  expect(statusLine(await pageAfter(early, operator))).toMatch(/^Schon erledigt/);
  const english = wireFan("en", { Cookie: operator }, inject("product").url);
  expect(mainOf(await english.get(`/admin/exceptions/settlements/${transfer.id}`))).toContain(
    "Not on a bank statement yet",
  );
});

test("an operator tries an exception again, and asks a second one to take a wrong fee back", async () => {
  const salt = world.newId();
  const bytes = settlementFile(
    { event: `pay-${salt}`, kind: "PAYMENT", payment: `stranger-${salt}`, gross: "12.34", fee: "0.50" },
    { event: `fee-${salt}`, kind: "FEE", gross: "0.11" },
  );
  await send(bytes);
  const idOf = async (table: "settlement_events" | "settlement_exceptions", name: string) => {
    const row = await records()
      .selectFrom("settlement_events as e")
      .leftJoin("settlement_exceptions as x", "x.event_id", "e.id")
      .select(["e.id", "x.id as exception"])
      .where("e.event_ref", "=", `${name}-${salt}`)
      .executeTakeFirstOrThrow();
    return table === "settlement_events" ? row.id : row.exception;
  };
  const exception = `/admin/exceptions/settlements/${await idOf("settlement_exceptions", "pay")}`;
  expect(mainOf(await get(exception, operator))).toContain("Noch einmal versuchen");
  expect(statusLine(await pageAfter(await post(exception, operator, { intent: "retry" }), operator))).toMatch(
    /^Unsere Bücher kennen es noch nicht/,
  );
  const event = `${PAGE}/events/${await idOf("settlement_events", "fee")}`;
  expect(mainOf(await get(event, operator))).toContain("Stornieren");
  const asked = await pageAfter(
    await post(event, operator, { intent: "reverse", reason: "Falsche Datei" }),
    operator,
  );
  expect(statusLine(asked)).toBe("Wartet auf Freigabe.");
  const waiting = await get(event, operator);
  expect(mainOf(waiting)).toContain("Abrechnungsbuchung stornieren: ");
  expect(waiting.text).not.toContain('value="reverse"');
  const approval = /href="(\/admin\/approvals\/[0-9a-f-]+)"/.exec(waiting.text)?.[1] ?? "";
  const shown = await get(approval, operator);
  for (const text of ["0,11", "Falsche Datei", "der Vorgang"]) expect(mainOf(shown)).toContain(text);
  expect(shown.text).toContain(`href="${event}"`);
  const second = await operatorsCookie(world);
  await post(approval, second, { intent: "accept" });
  for (const text of ["Storniert", "Falsche Datei"])
    expect(mainOf(await get(event, operator))).toContain(text);
  const audit = mainOf(await get("/admin/audit", operator));
  expect(audit).toContain("Abrechnungsbuchung storniert");
});

test("a file is shown before it is imported, to its reader alone, in both languages, and may be thrown away", async () => {
  const salt = world.newId();
  const bytes = settlementFile(
    { event: `pay-${salt}`, kind: "PAYMENT", payment: `stranger-${salt}`, gross: "12.34", fee: "0.50" },
    { event: `fee-${salt}`, kind: "FEE", gross: "0.10" },
    { event: `fee2-${salt}`, kind: "FEE", gross: "777.00" },
  );
  const answer = await read(bytes);
  expect(answer.status).toBe(303);
  const preview = answer.headers.location ?? "";
  const page = await get(preview, operator);
  const shown = mainOf(page);
  const headings = ["Angaben", "Was sie meldet", "Guthaben beim Zahlungsdienst"];
  expect(pageOf(page).elements("h2").map(textOf)).toEqual([...headings, "Würden als Abweichung warten"]);
  for (const words of ["1: 0,10", "1: 777,00", "1: 12,34", "Diese Zahlung kennen wir nicht", "Differenz"])
    expect(shown).toContain(words);
  const english = wireFan("en", { Cookie: operator }, inject("product").url);
  expect(mainOf(await english.get(preview))).toContain("Nothing is posted yet");
  const told = () =>
    records().selectFrom("settlement_events").select("id").where("event_ref", "=", `fee-${salt}`).execute();
  expect(await told()).toEqual([]);
  const other = await operatorsCookie(world);
  expect((await get(preview, other)).status).toBe(404);
  expect(statusLine(await pageAfter(await post(preview, other, { intent: "import" }), other))).toMatch(
    /^Schon erledigt/,
  );
  expect(statusLine(await pageAfter(await post(preview, operator, { intent: "drop" }), operator))).toMatch(
    /^Verworfen/,
  );
  expect((await get(preview, operator)).status).toBe(404);
  expect(await told()).toEqual([]);
});

test("nothing is fetched from a provider that tells nothing by its API", async () => {
  expect(mainOf(await get(PAGE, operator))).not.toContain("abrufen");
  const answer = await post(PAGE, operator, { intent: "order", provider: "sandbox" });
  expect(statusLine(await pageAfter(answer, operator))).toMatch(/^Schon erledigt/);
});

test("a fee beyond the bounds posts nothing until two operators take it in, and its reader does not confirm it", async () => {
  const salt = world.newId();
  await send(settlementFile({ event: `fee-${salt}`, kind: "FEE", gross: "5000.00" }));
  const { id } = await records()
    .selectFrom("settlement_exceptions as x")
    .innerJoin("settlement_events as e", "e.id", "x.event_id")
    .select("x.id")
    .where("e.event_ref", "=", `fee-${salt}`)
    .executeTakeFirstOrThrow();
  const address = `/admin/exceptions/settlements/${id}`;
  const ofReader = mainOf(await get(address, operator));
  for (const words of ["Mehr als die üblichen Gebühren", "Höchstens", "Übernehmen"])
    expect(ofReader).toContain(words);
  expect(ofReader).not.toContain("dritte Person");
  const ask = (cookie: string, reason = "So steht es auf der Rechnung") =>
    post(`${address}`, cookie, { intent: "take", reason });
  const [maker, checker] = [await operatorsCookie(world), await operatorsCookie(world)];
  expect(mainOf(await get(address, maker))).toContain("weder du noch die, die die Datei eingelesen hat");
  const refused = await ask(maker, " ");
  expect(mainOf(refused.status === 303 ? await pageAfter(refused, maker) : refused, 422)).toContain("Grund");
  expect(statusLine(await pageAfter(await ask(maker), maker))).toBe("Wartet auf Freigabe.");
  const waiting = await get(address, checker);
  expect(mainOf(waiting)).toContain("Abrechnungsabweichung übernehmen: ");
  const approval = /href="(\/admin\/approvals\/[0-9a-f-]+)"/.exec(waiting.text)?.[1] ?? "";
  expect((await get(approval, operator)).text).not.toContain('value="accept"');
  await post(approval, checker, { intent: "decline", reason: "Die Rechnung ist eine andere" });
  expect(mainOf(await get(address, maker))).toContain("Übernehmen");
});

test("a second operator reads both amounts of a conversion before approving it, in both languages", async () => {
  const salt = world.newId();
  const other = { other_currency: "USD", other_gross: "900000.00" };
  await send(settlementFile({ event: `cv-${salt}`, kind: "CONVERSION", gross: "0.01", ...other }));
  const { id } = await records()
    .selectFrom("settlement_exceptions as x")
    .innerJoin("settlement_events as e", "e.id", "x.event_id")
    .select("x.id")
    .where("e.event_ref", "=", `cv-${salt}`)
    .executeTakeFirstOrThrow();
  const address = `/admin/exceptions/settlements/${id}`;
  const [maker, checker] = [await operatorsCookie(world), await operatorsCookie(world)];
  await post(`${address}`, maker, { intent: "take", reason: "Vom Kontoauszug" });
  const waiting = await get(address, checker);
  const approval = /href="(\/admin\/approvals\/[0-9a-f-]+)"/.exec(waiting.text)?.[1] ?? "";
  const shown = mainOf(await get(approval, checker));
  for (const words of ["0,01", "900.000,00"]) expect(shown).toContain(words);
  expect(shown).not.toMatch(/Wert\s*0,01/);
  const english = wireFan("en", { Cookie: checker }, inject("product").url);
  expect(mainOf(await english.get(approval))).toContain("→ $900,000.00");
  await post(approval, checker, { intent: "decline", reason: "Das stimmt nicht" });
});

test("a file that is no settlement is refused with its line, and nothing is imported", async () => {
  const salt = world.newId();
  const row = { event: salt, kind: "FEE", gross: "1.00" } as const;
  for (const [bytes, words] of [
    [new Uint8Array(), "Wähl eine Datei"],
    [Buffer.from("hello"), "Fehlende Spalten: currency, gross, fee, reference."],
    [paymentFile(`EUR,x,0.10,${salt}`), "Zeile 2"],
    [settlementFile(row, { ...row, gross: "-1.00" }), "Zeile 3: Beträge über null"],
    [settlementFile({ ...row, fee: "0.10" }), "Zeile 2: Nur Zahlungen"],
    [settlementFile({ ...row, date: "2026-02-30" }), "Zeile 2: Datum wie 2026-11-30"],
    [settlementFile({ ...row, kind: "REFUND", payment: "x" }), "Zeile 2: Zahlung oder Referenz fehlt"],
    [settlementFile({ ...row, kind: "CONVERSION" }), "Zeile 2: "],
  ] as const)
    expect(mainOf(await read(bytes), 422)).toContain(words);
  expect(mainOf(await read(settlementFile(row), "nobody"), 422)).toContain("Zahlungsdienst");
  const found = await records()
    .selectFrom("settlement_events")
    .select("id")
    .where("event_ref", "=", salt)
    .execute();
  expect(found).toEqual([]);
});
