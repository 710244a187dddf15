import { beforeAll, expect, test } from "vitest";
import { productRules } from "../../app/product-rules.ts";
import { records } from "../support/database/records.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { buyInProduct } from "../support/http/product-vouchers.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// What support does in the back office (docs/product.md, 6.15).

let operator: SignedIn;

beforeAll(async () => {
  operator = await signInOperator("en");
});

const main = (answer: Answer) => textOf(readStrictly(answer.text).elements("main")[0]);
const links = (answer: Answer) =>
  readStrictly(answer.text)
    .elements("a")
    .map((link) => attribute(link, "href"));
const find = async (q: string) => await operator.wire.post("/admin/search", { q });

test("a posted search leads to the user, the payment and the voucher, and names no term in an address", async () => {
  const creator = await signInCreator("ACTIVE");
  const email = `searched.${creator.id.slice(0, 8)}@buyers.example`;
  const { id, code, payment } = await buyInProduct({ email });
  const user = await find(creator.email);
  expect([user.status, user.headers.location]).toEqual([200, undefined]);
  expect(links(user)).toContain(`/admin/users/${creator.id}`);
  for (const q of [email, payment.id])
    expect(links(await find(q)), q).toContain(`/admin/payments/${payment.id}`);
  for (const q of [code, id, email]) {
    const answer = await find(q);
    expect(links(answer), q).toContain(`/admin/vouchers/${id}`);
    expect(links(answer).filter((href) => href?.includes(encodeURIComponent(q)))).toEqual(
      q === id ? [`/admin/vouchers/${id}`] : [],
    );
  }
  expect(main(await find("no such thing anywhere"))).toContain("No matches.");
});

test("a link may name a term, and the menu of every page of the back office has the field", async () => {
  const creator = await signInCreator("ACTIVE");
  expect(links(await operator.wire.get(`/admin/search?q=${creator.id}`))).toContain(
    `/admin/users/${creator.id}`,
  );
  for (const path of ["/admin", "/admin/payments", "/admin/search"]) {
    const forms = readStrictly((await operator.wire.get(path)).text).elements("form");
    const drawer = forms.find((form) => attribute(form, "action") === "/admin/search");
    expect([path, attribute(drawer, "method")]).toEqual([path, "post"]);
  }
});

test("a term that is short, long or markup is refused or shown as text", async () => {
  for (const q of ["", "ab", "x".repeat(255)]) expect((await find(q)).status, q).toBe(422);
  expect(main(await find("ab"))).toContain("Enter at least 3 characters");
  const answer = await find("<img src=x onerror=alert(1)>");
  expect(answer.status).toBe(200);
  expect(readStrictly(answer.text).problems).toEqual([]);
  expect(answer.text).not.toContain("<img src=x");
});

test("a name with markup stays text in the results", async () => {
  const creator = await signInCreator("ACTIVE");
  const name = `<script>alert("${creator.id.slice(0, 8)}")</script>`;
  await records().updateTable("users").set({ name }).where("id", "=", creator.id).execute();
  const answer = await find(name);
  expect(main(answer)).toContain(name);
  expect(answer.text).not.toContain(name);
});

test("creators get no search, and no operator more than the limit", async () => {
  const creator = await signInCreator("ACTIVE");
  for (const answer of [
    await creator.wire.get("/admin/search?q=operator"),
    await creator.wire.post("/admin/search", { q: "operator" }),
  ])
    expect(answer.status).toBe(403);
  const other = await signInOperator("de");
  const statuses: number[] = [];
  for (let n = 0; n < 65; n++)
    statuses.push((await other.wire.post("/admin/search", { q: "nobody here" })).status);
  expect(statuses.at(-1)).toBe(429);
  expect(productRules.support.shown_rows).toBe(10);
});

test("a note is added on the user's page, where the timeline is, and markup in it stays text", async () => {
  const creator = await signInCreator("ACTIVE");
  const page = `/admin/users/${creator.id}`;
  expect((await operator.wire.post(page, { intent: "note", words: " " })).status).toBe(422);
  const sent = await operator.wire.post(page, { intent: "note", words: "Called <b>twice</b>" });
  expect(sent.headers.location).toBe(`${page}?done=noted`);
  const shown = await operator.wire.get(page);
  for (const words of ["Called <b>twice</b>", "Timeline", "Logged in", "Note added", "New status"])
    expect(main(shown)).toContain(words);
  expect(shown.text).not.toContain("<b>twice");
  expect(readStrictly(shown.text).problems).toEqual([]);
  for (const query of ["?before=x", "?before=1.tip.x", "?notes=x"])
    expect((await operator.wire.get(`${page}${query}`)).status, query).toBe(200);
  expect((await creator.wire.get("/account/export")).status).toBe(200);
});

test("a written wish is announced, and the second press deletes", async () => {
  const creator = await signInCreator("ACTIVE");
  const page = `/admin/users/${creator.id}/letter`;
  expect((await operator.wire.post(page, { intent: "export", reason: "" })).status).toBe(422);
  expect((await operator.wire.post(page, { intent: "delete" })).headers.location).toBe(`${page}?done=gone`);
  for (const [intent, done] of [
    ["export", "export_sent"],
    ["announce", "announced"],
  ] as const) {
    const answer = await operator.wire.post(page, { intent, reason: "Letter of 1 May" });
    expect(answer.headers.location).toBe(`${page}?done=${done}`);
  }
  for (const wire of [operator.wire, (await signInOperator("de")).wire])
    expect(readStrictly((await wire.get(page)).text).problems).toEqual([]);
  expect(main(await operator.wire.get(page))).toContain("Delete for good");
  const last = await operator.wire.post(page, { intent: "delete" });
  expect(last.headers.location).toBe(`/admin/users/${creator.id}?done=deleted`);
  expect(main(await operator.wire.get(`/admin/users/${creator.id}`))).toContain(
    "Account deleted on written wish",
  );
  expect((await operator.wire.get(page)).status).toBe(404);
  expect((await creator.wire.get("/dashboard")).headers.location).toContain("/login");
});

test("a receipt goes again from the payment's page, and not more often than the limit", async () => {
  const { payment } = await buyInProduct();
  const page = `/admin/payments/${payment.id}`;
  // A voucher's mail goes from the voucher's page.
  expect((await operator.wire.get(page)).text).not.toContain("Send the receipt again");
  const answers: (string | undefined)[] = [];
  for (let n = 0; n < 7; n++) {
    const answer = await operator.wire.post(page, { intent: "receipt" });
    answers.push(answer.headers.location ?? String(answer.status));
  }
  expect(answers).toEqual([...Array<string>(6).fill(`${page}?done=receipt_gone`), "429"]);
});
