import { beforeAll, expect, test } from "vitest";
import { EXCEPTION_NAMES } from "../../app/domain/desk/desk.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { putAside } from "../../app/domain/suspense/suspense.server.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { type SignedIn, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// Money that fits nothing, in the back office (docs/product.md, 4.6).
const LIST = "/admin/exceptions?kind=suspense";
const CASE = "/admin/exceptions/suspense";
let operator: SignedIn;

beforeAll(async () => {
  operator = await signInOperator();
});

/** Money of a payment that nobody knows, neither here nor at the sandbox. */
async function strayMoney(): Promise<string> {
  const payment_id = crypto.randomUUID();
  const now = new Date();
  const money = {
    ...{ payment_id, provider: "sandbox", provider_ref: `gone-${payment_id}`, currency: "EUR" },
    ...{ received_minor: minor(12_34), reason: "unknown_payment" as const },
  };
  await records()
    .transaction()
    .execute((trx) => putAside(trx, money, now, now));
  return payment_id;
}

const page = async (path: string) => {
  const answer = await operator.wire.get(path);
  expect(answer.status).toBe(200);
  expect(readStrictly(answer.text).problems).toEqual([]);
  return answer.text;
};
/** What waits, and what was settled last. */
const partsOf = (html: string) => {
  const [open = "", ...ended] = html.split("Zuletzt erledigt");
  return { open, ended: ended.join() };
};
/** How much a link of a page says that waits. */
const countOn = async (path: string, href: string) => {
  const link = readStrictly(await page(path))
    .elements("a")
    .find((each) => attribute(each, "href") === href);
  return Number.parseInt(textOf(link).replace(/^\D+/, "") || "0", 10);
};
const alertOf = (html: string) =>
  textOf(
    readStrictly(html)
      .elements("div")
      .find((each) => attribute(each, "role") === "alert"),
  );
const act = (id: string, name: string, fields: Record<string, string> = {}) =>
  operator.wire.post(`${CASE}/${id}`, { intent: name, ...fields });
const entryOf = (id: string) =>
  records()
    .selectFrom("suspense_entries")
    .select(["left_minor", "refund_status"])
    .where("payment_id", "=", id)
    .executeTakeFirstOrThrow();

const doneOf = ({ headers }: Awaited<ReturnType<typeof act>>) =>
  new URL(headers.location ?? "", "http://x").searchParams.get("done");

test("an operator finds unclear payments, has one given back once more, and reads that the provider refused", async () => {
  const before = await countOn("/admin/exceptions", LIST);
  const id = await strayMoney();
  expect(await countOn("/admin/exceptions", LIST)).toBe(before + 1);
  expect(await countOn("/admin/users", "/admin/exceptions")).toBeGreaterThan(0);
  expect(await page("/admin/payments")).toContain('href="/admin/exceptions"');
  expect(await page("/admin/exceptions")).toContain(`href="${LIST}"`);
  expect(partsOf(await page(LIST)).open).toContain(`href="${CASE}/${id}"`);
  const shown = await page(`${CASE}/${id}`);
  for (const text of ["Ungeklärte Zahlung über 12,34", "steht nicht in unseren Büchern", "Wartet auf dich"])
    expect(shown).toContain(text);
  const asked = await act(id, "retry");
  expect([asked.status, doneOf(asked)]).toEqual([303, "asked"]);
  await eventually(
    "the sandbox knows nothing of it",
    async () => (await entryOf(id)).refund_status === "FAILED",
  );
  expect(await page(`${CASE}/${id}`)).toContain("Der Zahlungsdienst hat die Erstattung abgelehnt");
});

test("an operator who books it as given back names how and by which reference", async () => {
  const id = await strayMoney();
  const given = { seen_left: "1234", by: "PROVIDER", reference: "ÜW 2026/7", note: "Angerufen" };
  for (const [fields, text] of [
    [{ ...given, reference: " " }, "Gib die Referenz an"],
    [{ ...given, by: "CASH" }, "Wie wurde es zurückgegeben?"],
    [{ ...given, note: "" }, "Gib einen Grund an"],
    [{ ...given, seen_left: "x" }, "Inzwischen wurde etwas erstattet"],
  ] as const) {
    const refused = await act(id, "returned", fields);
    const location = refused.headers.location ?? "";
    const answer = refused.status === 303 ? await operator.wire.get(location) : refused;
    expect(answer.status).toBe(422);
    expect(alertOf(answer.text)).toContain(text);
  }
  const changed = await act(id, "returned", { ...given, seen_left: "1" });
  expect(changed.headers.location).toBe(`${CASE}/${id}?done=changed`);
  expect((await entryOf(id)).left_minor).toBe(12_34);
  await act(id, "returned", given);
  const done = await page(`${CASE}/${id}?done=ended`);
  for (const text of ["Im Portal des Zahlungsdienstes erstattet", "ÜW 2026/7", "Angerufen", "Erledigt"])
    expect(done).toContain(text);
  expect(done).not.toContain('value="kept"');
  expect(partsOf(await page(LIST)).open).not.toContain(id);
  expect(await page("/admin/audit")).toContain("Ungeklärte Zahlung anderweitig zurückgegeben");
});

test("kept money is booked once, with its reason, and what is unknown is 404", async () => {
  const id = await strayMoney();
  const silent = await act(id, "kept", { seen_left: "1234", reason: "" });
  const answer = silent.status === 303 ? await operator.wire.get(silent.headers.location ?? "") : silent;
  expect(alertOf(answer.text)).toContain("Gib einen Grund an");
  const fields = { seen_left: "1234", reason: "Niemand zu finden" };
  const outcomes = await Promise.all([act(id, "kept", fields), act(id, "kept", fields)]);
  expect(outcomes.map(doneOf).sort()).toEqual(["ended", "gone"]);
  expect(await page(`${CASE}/${id}`)).toContain("Niemand zu finden");
  expect(partsOf(await page(LIST)).ended).toContain(`href="${CASE}/${id}"`);
  expect((await operator.wire.get(`${CASE}/${crypto.randomUUID()}`)).status).toBe(404);
});

test("the list of exceptions is whole in both languages, for each kind, whatever the address says", async () => {
  await strayMoney();
  const kinds = EXCEPTION_NAMES.map((kind) => `kind=${kind}`);
  for (const { wire } of [operator, await signInOperator("en")]) {
    for (const query of ["", ...kinds, "kind=x&done=x", "kind=suspense&done=gone"]) {
      const answer = await wire.get(`/admin/exceptions?${query}`);
      expect(answer.status, query).toBe(200);
      expect(readStrictly(answer.text).problems, query).toEqual([]);
      expect(answer.text, query).not.toMatch(/exceptions:|queues:|\{\{|undefined/);
    }
  }
  for (const rest of ["x", `x/${operator.id}`, `by-hand/${operator.id}`, `rates/${operator.id}`])
    expect((await operator.wire.get(`/admin/exceptions/${rest}`)).status, rest).toBe(404);
});
