import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { backOfficeAt, operatorsCookie, pageOf } from "../support/http/back-office.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { attribute, textOf } from "../support/http/strict-html.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

// Correcting entries in the back office, without script (docs/product.md, 4.8).

const PAGE = "/admin/books/corrections";

let database: DemoDatabase;
let product: Product;
let maker: string;
let checker: string;
const office = backOfficeAt(() => product.url);

beforeAll(async () => {
  database = await createDemoDatabase();
  product = await startProduct(database.url, {}, { dataFrom: database.dataFrom });
  const world = withPayouts(createTipWorld(database.db));
  [maker, checker] = [await operatorsCookie(world), await operatorsCookie(world)];
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const mainOf = async (path: string, operator: string) =>
  textOf(pageOf(await office.get(path, operator)).elements("main")[0]);

/** The id that the page made for its form. */
async function idOfForm(): Promise<string> {
  const inputs = pageOf(await office.get(PAGE, maker)).elements("input");
  const input = inputs.find((each) => attribute(each, "name") === "correction_id");
  return (input && attribute(input, "value")) ?? "";
}

async function actAbout(id: string): Promise<string> {
  const { id: act } = await database.db
    .selectFrom("operator_acts")
    .select("id")
    .where("subject", "=", `correction:${id}`)
    .where("status", "=", "WAITING")
    .executeTakeFirstOrThrow();
  return `/admin/approvals/${act}`;
}

test("own money at the bank is booked by two operators, stands on both accounts, and is taken back by two", async () => {
  const correction_id = await idOfForm();
  const entry = {
    ...{ correction_id, kind: "bank:own_funds", owner: "", currency: "EUR", amount: "1.234,56" },
    ...{ reference: "GLS 2026/11", reason: "Stammeinlage" },
  };
  const sent = await office.post(PAGE, maker, entry);
  expect([sent.status, sent.headers.location]).toEqual([303, `${PAGE}?done=waiting`]);
  const act = await actAbout(correction_id);
  // Before it is posted its own address leads to where it waits.
  expect((await office.get(`${PAGE}/${correction_id}`, maker)).headers.location).toBe(act);
  const waiting = await mainOf(act, checker);
  for (const words of ["Bank an Eigene Mittel", "1.234,56", "GLS 2026/11", "Stammeinlage"])
    expect(waiting).toContain(words);
  await office.post(act, checker, { intent: "accept" });
  const page = await mainOf(`${PAGE}/${correction_id}`, maker);
  for (const words of ["Bank an Eigene Mittel", "1.234,56", "Stammeinlage"]) expect(page).toContain(words);
  expect(await mainOf(PAGE, maker)).toContain("Bank an Eigene Mittel");
  for (const [account, other] of [
    ["bank", "Eigene Mittel"],
    ["own_funds", "Bank"],
  ])
    expect(await mainOf(`/admin/books/accounts/${account}/EUR/-`, maker)).toContain(`Korrektur ${other}`);
  expect(await mainOf("/admin/books", maker)).toContain("Eigene Mittel");

  const reversal = await office.post(`${PAGE}/${correction_id}`, maker, {
    intent: "reverse",
    reason: "Falsches Konto",
  });
  expect(reversal.headers.location).toBe(`${PAGE}/${correction_id}?done=waiting`);
  await office.post(await actAbout(correction_id), checker, { intent: "accept" });
  expect(await mainOf(`${PAGE}/${correction_id}`, maker)).toContain("Falsches Konto");
  expect(await mainOf(PAGE, maker)).toContain("storniert");
});

test("a refused entry is shown again with what was typed, and each fault is named", async () => {
  const entry = {
    ...{ correction_id: await idOfForm(), kind: "psp_fee:psp_clearing", owner: "nobody", currency: "EUR" },
    ...{ amount: "3,00", reference: "R 1", reason: "Gebühr" },
  };
  for (const [change, words] of [
    [{}, "einen Zahlungsdienst"],
    [{ kind: "creator_pending:bank" }, "Wähle die beiden Konten"],
    [{ amount: "0" }, "Gib einen Betrag an, etwa 5,00"],
    [{ amount: "drei" }, "Gib einen Betrag an, etwa 5,00"],
    [{ currency: "XXX" }, "Wähle eine Währung"],
    [{ kind: "suspense:bank", owner: "" }, "So viel ist nicht da"],
    [{ reference: " " }, "Gib die Referenz an"],
  ] as const) {
    const refused = await office.post(PAGE, maker, { ...entry, ...change });
    expect([refused.status, change]).toEqual([422, change]);
    const main = textOf(pageOf(refused, 422).elements("main")[0]);
    expect(main).toContain(words);
  }
  const typed = await office.post(PAGE, maker, { ...entry, owner: "nobody" });
  const owner = pageOf(typed, 422)
    .elements("input")
    .find((each) => attribute(each, "name") === "owner");
  expect(owner && attribute(owner, "value")).toBe("nobody");
});

test("an entry that there is not, and no entry at all, is a page that there is not", async () => {
  expect((await office.get(`${PAGE}/${crypto.randomUUID()}`, maker)).status).toBe(404);
  expect((await office.get(`${PAGE}/x`, maker)).status).toBe(404);
});
