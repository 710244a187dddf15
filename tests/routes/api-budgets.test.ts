import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { cookieOf, makeAccount, newAddress } from "../support/http/users.ts";

// RateLimit-Policy and RateLimit of the API's answers, as draft-ietf-httpapi-ratelimit-headers-10 writes them.

/** One item of each header: its budget's name and its parameters. */
function budgetsOf(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const items = (name: string) =>
    String(headers[name])
      .split(", ")
      .map((item) => {
        const [, budget = "", first, second] = /^"(\w+)";[qr]=(\d+);[wt]=(\d+)$/.exec(item) ?? [];
        return { budget, first: Number(first), second: Number(second) };
      });
  return { policy: items("ratelimit-policy"), state: items("ratelimit") };
}

test("each read tells a guest what is left, and how long it lasts", async () => {
  const fan = wireFan("en", newAddress());
  const first = budgetsOf((await fan.get("/api/currencies")).headers);
  const second = budgetsOf((await fan.get("/api/currencies")).headers);
  expect(first.policy).toEqual([{ budget: "pages", first: expect.any(Number), second: 60 }]);
  const quota = first.policy[0]?.first ?? 0;
  expect([first.state[0]?.first, second.state[0]?.first]).toEqual([quota - 1, quota - 2]);
  expect(second.state[0]?.second).toBeLessThanOrEqual(60);
});

test("a session has its own budget, and a refused call is told of it, too", async () => {
  const headers = { Cookie: await cookieOf(await makeAccount()), ...newAddress() };
  const answer = await wireFan("en", headers).get("/api/grouplists");
  expect([answer.status, budgetsOf(answer.headers).policy[0]?.budget]).toEqual([403, "pages_own"]);
});

test("the document, which is kept for all, names the headers and has none", async () => {
  const { headers, text } = await wireFan("en", newAddress()).get("/api/openapi.json");
  expect(Object.keys(headers).filter((name) => name.startsWith("ratelimit"))).toEqual([]);
  const { components } = JSON.parse(text);
  expect(Object.keys(components.headers)).toEqual(["RateLimit-Policy", "RateLimit"]);
});

const POSTS = 3;
let database: DemoDatabase;
let product: Product;

beforeAll(async () => {
  database = await createDemoDatabase();
  product = await startProduct(database.url, { POSTS_PER_MINUTE: String(POSTS) }, database);
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

test("the last post is answered, and the next one waits as long as both headers say", async () => {
  const fan = wireFan("en", {}, product.url);
  const post = () => fan.send("POST", "/api/locale", "{}", { "Content-Type": "application/json" });
  const answers = [await post(), await post(), await post()];
  const states = answers.map(({ status, headers }) => [status, budgetsOf(headers).state[0]?.first]);
  expect(states).toEqual([2, 1, 0].map((left) => [422, left]));
  const refused = await post();
  const { policy, state } = budgetsOf(refused.headers);
  expect(policy).toEqual([{ budget: "posts", first: POSTS, second: 60 }]);
  expect([refused.status, state[0]?.first]).toEqual([429, 0]);
  expect(String(state[0]?.second)).toBe(refused.headers["retry-after"]);
});
