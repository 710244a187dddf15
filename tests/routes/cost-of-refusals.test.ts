import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { type Answer, type Asked, ask } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";

// A refusal is a page for a person who meets a few of them, and one line for a program that sends thousands.

const METRICS_TOKEN = "a-token-of-the-tests";

let database: DemoDatabase;
let product: Product;

beforeAll(async () => {
  database = await createDemoDatabase();
  const settings = {
    METRICS_TOKEN,
    CROWD_FACTOR: "1",
    POSTS_PER_MINUTE: "20",
    TRUSTED_PROXIES: "127.0.0.0/8",
  };
  product = await startProduct(database.url, settings, database);
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const by = (address: string) => ({ "X-Forwarded-For": address, "Accept-Language": "de" });
const form = (address: string, headers: Record<string, string> = {}): Asked => ({
  method: "POST",
  headers: { ...by(address), ...headers, "Content-Type": "application/x-www-form-urlencoded" },
  body: "email=a",
});

async function countOf(status: number): Promise<number> {
  const { text } = await ask(`${product.url}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const lines = text.split("\n").filter((line) => line.startsWith("tribute_http_requests_total"));
  return lines
    .filter((line) => line.includes(`status="${status}"`))
    .reduce((sum, line) => sum + Number(line.split(" ")[1]), 0);
}

const FOREIGN = { Origin: "https://other.example" };
const REFUSED: [string, string, (address: string) => Asked, number, string][] = [
  [
    "a verb that no form has",
    "/login",
    (from) => ({ method: "PUT", headers: by(from) }),
    405,
    "Das geht hier nicht",
  ],
  ["a post from another site", "/login", (from) => form(from, FOREIGN), 403, "Zugriff verweigert"],
  ["a page too many", "/login?page=1", (from) => ({ headers: by(from) }), 429, "Zu viele Anfragen"],
  ["a kept page too many", "/joerdis?page=1", (from) => ({ headers: by(from) }), 429, "Zu viele Anfragen"],
  ["a post too many", "/login", (from) => form(from), 429, "Zu viele Anfragen"],
];

test.each(REFUSED)(
  "%s is answered with 30 pages, then with one line, and counted",
  async (name, path, asked, status, title) => {
    const from = `10.2.0.${REFUSED.findIndex((each) => each[0] === name)}`;
    const before = await countOf(status);
    const answers: Answer[] = [];
    while (answers.length < 33) {
      const answer = await ask(product.url + path, asked(from));
      if (answer.status === status) answers.push(answer);
    }
    const isPage = ({ headers }: Answer) => headers["content-type"]?.startsWith("text/html") === true;
    expect(answers.map(isPage)).toEqual(answers.map((_, index) => index < 30));
    expect(answers[0]?.text).toContain(title);
    expect(answers.at(-1)?.text).toBe(title);
    expect((await countOf(status)) - before).toBe(answers.length);
    const { status: others } = await ask(product.url + path, asked(`10.3.0.${status}`));
    expect(others === status).toBe(status !== 429);
  },
);

test.each([
  ["a call from another site", FOREIGN, 403, "forbidden"],
  ["a call too many", {}, 429, "too_many_requests"],
])(
  "%s stays JSON in the caller's language, before and after 30 refusals",
  async (_, headers, status, code) => {
    const from = `10.4.0.${status}`;
    const answers: Answer[] = [];
    while (answers.length < 40) {
      const answer = await ask(`${product.url}/api/login`, {
        ...{ method: "POST", headers: { ...by(from), ...headers, "Content-Type": "application/json" } },
        body: "{}",
      });
      if (answer.status === status) answers.push(answer);
    }
    const [first, last] = [answers[0], answers.at(-1)];
    expect(JSON.parse(last?.text ?? "")).toMatchObject({ code, errors: {} });
    expect(last?.text).toBe(first?.text);
    expect(last?.headers["retry-after"] === undefined).toBe(status === 403);
  },
);

test("an address that is refused elsewhere still posts its own forms, and posts of servers get through", async () => {
  const from = "10.5.0.1";
  for (let sent = 0; sent < 35; sent += 1)
    await ask(`${product.url}/login`, { method: "PUT", headers: by(from) });
  expect((await ask(`${product.url}/login`, form(from))).status).toBe(422);
  const hook = await ask(`${product.url}/webhooks/sandbox`, form(from, FOREIGN));
  expect([403, 405, 429]).not.toContain(hook.status);
});
