import { beforeAll, expect, inject, test } from "vitest";
import { numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { findTaxDetails } from "../../app/domain/sellers/tax-details.server.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { backOfficeAt, operatorsCookie, pageOf } from "../support/http/back-office.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { readXml } from "../support/http/strict-xml.ts";
import { dpiFaults } from "../support/money/dpi-reader.ts";
import { type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createTipWorld, payTip } from "../support/money/tip-world.ts";

// Tax details as a creator gives them (/account/tax), and the report that an operator downloads.

const TIN = "86095742719";
let world: PayoutWorld;
let germany: string;
const { get } = backOfficeAt(() => inject("product").url);

beforeAll(async () => {
  world = withPayouts(createTipWorld(records(), movableClock(new Date())));
  const { id } = await records()
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", "DE")
    .executeTakeFirstOrThrow();
  germany = String(id);
});

/** A German creator with this number of tips of 450.00 this year, noted as the nightly job does. */
async function creatorWithTips(locale: "de" | "en", tips: number): Promise<SignedIn> {
  const creator = await signInCreator("ACTIVE", locale);
  await records()
    .updateTable("users")
    .set({ country_id: Number(germany) })
    .where("id", "=", creator.id)
    .execute();
  const receiver = { id: creator.id, username: creator.username ?? "", currency: "EUR" };
  for (const _ of many(tips)) await payTip(world, receiver, { amount: 450_00 });
  await numberTransactions(records(), new Date());
  const [now, credited_minor] = [new Date(), tips * 450_00];
  if (tips > 0)
    await records()
      .insertInto("seller_notices")
      .values({
        ...{ id: world.newId(), creator_id: creator.id, year: now.getFullYear(), judged_at: now },
        ...{ state: tips > 4 ? "REPORTABLE" : "NEAR", activities: tips, credited_minor },
      })
      .execute();
  return creator;
}

const mainOf = (text: string) => textOf(readStrictly(text).elements("main")[0]);

test("a creator near the threshold reads so on the dashboard, gives the tax number and reads it masked; the note is gone", async () => {
  const { id, wire } = await creatorWithTips("de", 4);
  const year = new Date().getFullYear();
  const note = `Dein Trinkgeld aus ${year} ist nah an der Meldegrenze des Finanzamts.`;
  const dashboard = await wire.get("/dashboard");
  expect(mainOf(dashboard.text)).toContain(note);
  expect(dashboard.text).toContain('href="/account/tax"');
  expect((await wire.get("/account")).text).toContain('href="/account/tax"');
  const before = mainOf((await wire.get("/account/tax")).text);
  for (const text of ["Nah an der Grenze.", `${year}: 4 Trinkgelder, 1.800,00`, "Steuerdaten eingeben"])
    expect(before).toContain(text);
  const saved = await wire.post("/account/tax", { kind: "PERSON", tin: TIN, tin_country_id: germany });
  expect([saved.status, saved.headers.location]).toEqual([303, "/account/tax"]);
  const { text } = await wire.get("/account/tax");
  expect(mainOf(text)).toContain("Steuernummer: DE ••••719.");
  expect(text).not.toContain(TIN);
  expect((await findTaxDetails(records(), id)).given?.masked_tin).toBe("DE ••••719");
  expect(mainOf((await wire.get("/dashboard")).text)).not.toContain(note);
});

test("tax details that are refused say why in a summary that leads to the field, and never repeat the number", async () => {
  const { id, wire } = await creatorWithTips("en", 0);
  expect(mainOf((await wire.get("/account/tax")).text)).toContain("Far from the threshold");
  const wrong = await wire.post("/account/tax", {
    kind: "PERSON",
    tin: "86095742718",
    tin_country_id: germany,
  });
  expect(wrong.status).toBe(422);
  expect(wrong.text).not.toContain("86095742718");
  const page = readStrictly(wrong.text);
  const links = page.elements("a").filter((a) => attribute(a, "href") === "#tax-tin");
  expect(links.map(textOf).join()).toContain("Does not fit that country");
  const chosen = page.elements("option").filter((option) => attribute(option, "selected") !== undefined);
  expect(chosen.map((option) => attribute(option, "value"))).toContain(germany);
  const nothing = await wire.post("/account/tax", { kind: "PERSON", has_no_tin: "on" });
  expect(nothing.status).toBe(422);
  expect(mainOf(nothing.text)).toContain("Enter your place of birth");
  const unticked = await wire.post("/account/tax", { kind: "PERSON" });
  expect(mainOf(unticked.text)).toContain("Enter your tax number, or tick that you have none");
  const german = await signInCreator("ACTIVE", "de");
  const refused = await german.wire.post("/account/tax", {
    kind: "PERSON",
    tin: "1",
    tin_country_id: germany,
  });
  expect([refused.status, mainOf(refused.text).includes("Passt nicht zu diesem Land")]).toEqual([422, true]);
  expect((await findTaxDetails(records(), id)).given).toBeNull();
});

test("a company that is kept stays chosen with its number's country, and the number stays masked", async () => {
  const { wire } = await creatorWithTips("en", 0);
  const { id: austria } = await records()
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", "AT")
    .executeTakeFirstOrThrow();
  await wire.post("/account/tax", { kind: "COMPANY", tin: "123456789", tin_country_id: String(austria) });
  const { text } = await wire.get("/account/tax");
  expect(text).not.toContain("123456789");
  const chosen = readStrictly(text)
    .elements("option")
    .filter((option) => attribute(option, "selected") !== undefined)
    .map((option) => attribute(option, "value"));
  expect(chosen).toEqual(expect.arrayContaining(["COMPANY", String(austria)]));
  const short = await wire.post("/account/tax", { kind: "COMPANY", tin: "12", tin_country_id: germany });
  expect(short.status).toBe(422);
});

test("what the profile lacks is named and leads there", async () => {
  const { id, wire } = await creatorWithTips("en", 0);
  await records().updateTable("users").set({ city: null }).where("id", "=", id).execute();
  const { text } = await wire.get("/account/tax");
  expect(mainOf(text)).toContain("Full address");
});

test("an operator downloads the report of a year, which no cache keeps and the log names; sellers without details are not in it", async () => {
  const operator = await operatorsCookie(world);
  const [gives, silent] = [await creatorWithTips("en", 5), await creatorWithTips("en", 5)];
  const year = new Date().getFullYear();
  const none = await get(`/admin/books/sellers?year=${year}`, operator);
  expect(mainOf(none.text)).toContain("Keine Meldung (XML)");
  await gives.wire.post("/account/tax", { kind: "PERSON", tin: TIN, tin_country_id: germany });
  const page = pageOf(await get(`/admin/books/sellers?year=${year}`, operator));
  expect(page.elements("a").map((a) => attribute(a, "href"))).toContain(`/admin/books/sellers/${year}/dac7`);
  const main = textOf(page.elements("main")[0]);
  for (const text of ["vorhanden", "fehlen", "nicht in der Meldung"]) expect(main).toContain(text);
  expect(main).not.toContain(TIN);
  const file = await get(`/admin/books/sellers/${year}/dac7`, operator);
  expect(file.status).toBe(200);
  expect(file.headers["cache-control"]).toBe("private, no-store");
  expect(file.headers["content-disposition"]).toContain(`dac7-${year}-test.xml`);
  expect(dpiFaults(readXml(file.text))).toEqual([]);
  expect([file.text.includes(TIN), file.text.includes(gives.id), file.text.includes(silent.id)]).toEqual([
    true,
    true,
    false,
  ]);
  const entries = await records()
    .selectFrom("audit_log")
    .select("after")
    .where("action", "=", "sellers.exported")
    .where("subject", "=", `sellers:${year}`)
    .execute();
  const reference = /<dpi:MessageRefId>DE\d{4}-([\da-f-]{36})</.exec(file.text)?.[1];
  expect(entries.map(({ after }) => after)).toContainEqual({ is_final: false, reference });
  const { text } = await gives.wire.get(`/admin/books/sellers/${year}/dac7`);
  expect(text).not.toContain(TIN);
  for (const wrong of ["/admin/books/sellers/1999/dac7", "/admin/books/sellers/x/dac7"])
    expect((await get(wrong, operator)).status).toBe(404);
});
