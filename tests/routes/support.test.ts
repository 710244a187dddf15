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
