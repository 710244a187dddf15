import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type TestDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { ask } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";

// Which pages are seen is counted for all of a product: this one has no other visitors.
let database: TestDatabase;
let product: Product;

beforeAll(async () => {
  const demo = await createDemoDatabase();
  database = demo;
  product = await startProduct(
    demo.url,
    { TRUSTED_PROXIES: "127.0.0.1,::1", CROWD_FACTOR: "1", POSTS_PER_MINUTE: "3" },
    demo,
  );
});
afterAll(async () => {
  await product.stop();
  await database.drop();
});

const VIEW = { type: "FRONTEND", method: "GET", path: "/faq", query: "" };

async function tell(call: "access" | "entity", fields: object, headers: Record<string, string> = {}) {
  const answer = await ask(`${product.url}/api/tracking/${call}`, {
    method: "POST",
    headers: { Origin: product.url, "Content-Type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(fields)),
  });
  return answer.status;
}

const views = async (locale: string) =>
  await database.db
    .selectFrom("traffic_views")
    .select(["pattern", "step", "creator", "referrer_host", "views_count"])
    .where("locale", "=", locale)
    .orderBy("pattern")
    .execute();

test("a view is counted by the pattern of its page, and of a creator's page for the creator", async () => {
  const headers = { "Accept-Language": "de", "X-Forwarded-For": "192.0.2.1" };
  const token = "A".repeat(43);
  expect(
    await tell(
      "access",
      { ...VIEW, path: "/joerdis", query: "?step=details", referrer: "https://a.example/b" },
      headers,
    ),
  ).toBe(204);
  expect(
    await tell(
      "access",
      { ...VIEW, path: `/joerdis/tip/${token}/summary`, query: `?email=${token}` },
      headers,
    ),
  ).toBe(204);
  await eventually("the views are written", async () => (await views("de")).length === 2);
  expect(await views("de")).toEqual([
    { pattern: "/:profile", step: "details", creator: "", referrer_host: "a.example", views_count: 1 },
    { pattern: "/:profile/tip/:token/summary", step: "", creator: "", referrer_host: "", views_count: 1 },
  ]);
  const entities = await database.db
    .selectFrom("traffic_entities as e")
    .innerJoin("users as u", "u.id", "e.entity_id")
    .select(["u.username", "e.event", "e.events_count"])
    .execute();
  expect(entities).toEqual([{ username: "joerdis", event: "view", events_count: 1 }]);
});

test("beyond the limit of an address views are dropped and answered as if they counted, and no other post is refused for it", async () => {
  const headers = { "Accept-Language": "en", "X-Forwarded-For": "192.0.2.2" };
  const statuses = new Set<number>();
  for (let sent = 0; sent < 130; sent += 1) statuses.add(await tell("access", VIEW, headers));
  expect([...statuses]).toEqual([204]);
  // They are written in batches.
  await eventually("the views are written", async () => ((await views("en"))[0]?.views_count ?? 0) >= 120);
  expect((await views("en")).map(({ views_count }) => views_count)).toEqual([120]);
  const choice = await ask(`${product.url}/api/locale`, {
    method: "POST",
    headers: { Origin: product.url, "Content-Type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify({ locale: "de" })),
  });
  expect(choice.status).toBe(204);
});

test("nothing is counted of who asks not to be tracked, nor of the back office", async () => {
  const before = await views("en");
  for (const asks of ["DNT", "Sec-GPC"])
    expect(await tell("access", VIEW, { [asks]: "1", "X-Forwarded-For": "192.0.2.3" })).toBe(204);
  // Nor of what operators look at.
  expect(await tell("access", { ...VIEW, path: "/admin/users" }, { "X-Forwarded-For": "192.0.2.4" })).toBe(
    204,
  );
  // What is counted after it is written with it.
  expect(await tell("access", { ...VIEW, path: "/terms" }, { "X-Forwarded-For": "192.0.2.4" })).toBe(204);
  await eventually("the next view is written", async () => (await views("en")).length > before.length);
  expect((await views("en")).filter(({ pattern }) => pattern !== "/terms")).toEqual(before);
});

test.for<["access" | "entity", object]>([
  ["access", { ...VIEW, type: "BACKEND" }],
  ["access", { ...VIEW, method: "POST" }],
  ["access", { ...VIEW, path: "faq" }],
  ["access", { ...VIEW, query: 7 }],
  ["access", { ...VIEW, path: `/${"x".repeat(2001)}` }],
  ["access", {}],
  ["entity", { entity_type: "password", entity_id: "x", event: "view" }],
])("a call that is no view is refused: %s %j", async ([call, fields]) => {
  expect(await tell(call, fields, { "X-Forwarded-For": "192.0.2.5" })).toBe(422);
});

test("a view told from another site's page is refused", async () => {
  expect(await tell("access", VIEW, { Origin: "https://evil.example" })).toBe(403);
});
