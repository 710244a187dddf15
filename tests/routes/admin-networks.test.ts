import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { type FakeX, openFakeX, X_KEYS } from "../support/networks/fake-x.ts";

// What operators meet when X takes nobody's posts. The tests go on from one to the next.

const METRICS_TOKEN = "a-token-of-the-tests";
const WORDS = "Words that only the creator knows";

let database: DemoDatabase;
let x: FakeX;
let product: Product;
let session: string;
const at = (locale: "de" | "en"): WireFan => wireFan(locale, { Cookie: session }, product.url);
const shown = async (path: string, locale: "de" | "en" = "en") => {
  const { text } = await at(locale).get(path);
  return textOf(readStrictly(text).elements("main")[0]).replace(/\s+/g, " ");
};

beforeAll(async () => {
  x = await openFakeX();
  database = await createDemoDatabase();
  const settings = { X_API_KEY: X_KEYS.apiKey, X_API_SECRET: X_KEYS.apiSecret, X_API_BASE: x.origin };
  product = await startProduct(database.url, { ...settings, METRICS_TOKEN }, database);
  const { id } = await createOperatorRow(database.db, new Date());
  const token = await openSession(database.db, {
    ...{ id: crypto.randomUUID(), user_id: id, user_agent: "", has_second_factor: true, now: new Date() },
  });
  session = await sentCookie("session", token);
  const creator = await signInCreator("ACTIVE", "en", { db: database.db, url: product.url });
  const now = new Date();
  // A post that waits, and one that was given up.
  const post = { user_id: creator.id, network: "x", text: WORDS, says_amount: false, created_at: now };
  await database.db
    .insertInto("microblog_posts")
    .values([
      {
        ...{ ...post, id: crypto.randomUUID(), reason: "COUNT", subject: "10" },
        ...{ status: "WAITING", due_at: new Date(now.getTime() + 3_600_000) },
      },
      {
        ...{ ...post, id: crypto.randomUUID(), reason: "COUNT", subject: "25", due_at: now },
        ...{ status: "DROPPED", drop_reason: "REFUSED", ended_at: now },
      },
    ])
    .execute();
  await database.db
    .insertInto("microblog_months")
    .values({
      ...{ network: "x", month: `${now.toISOString().slice(0, 7)}-01`, spent_mills: 3215 },
      ...{ paused_until: new Date(now.getTime() + 3_600_000), pause_reason: "CREDITS" },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});
afterAll(async () => {
  await product?.stop();
  await x.close();
  await database?.drop();
});

test("the page says in both languages what it costs and what stops it, and shows no post", async () => {
  const english = await shown("/admin/networks");
  expect(english).toContain("$3.22 of $25.00");
  expect(english).toMatch(/X paused until .*: credits there used up\./);
  expect(english).toContain("Refused by the network");
  const german = await shown("/admin/networks", "de");
  expect(german).toMatch(/X pausiert bis .*: Guthaben dort aufgebraucht\./);
  expect(german).toContain("Vom Netzwerk abgelehnt");
  expect(english + german).not.toContain(WORDS);
});

test("the overview and the metrics say it, too", async () => {
  const { text } = await at("en").get("/admin");
  expect(text).toMatch(/<a [^>]*href="\/admin\/networks"[^>]*>X paused until/);
  const metrics = await ask(`${product.url}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(metrics.text).toContain('tribute_network_paused{network="x"} 1');
  expect(metrics.text).toContain('tribute_network_spent_dollars{network="x"} 3.215');
  expect(metrics.text).toContain('tribute_open{kind="post"} 1');
});

test("an operator reads what trying again does, does it, and the log says so; a second time there is nothing to try", async () => {
  const asked = await shown("/admin/networks/x/retry");
  expect(asked).toContain("1 postponed post is due at once");
  expect((await at("en").get("/admin/networks")).text).toContain("paused until");
  const done = await at("en").post("/admin/networks/x/retry", {});
  expect([done.status, done.headers.location]).toEqual([303, "/admin/networks?done=again"]);
  expect(await shown("/admin/networks?done=again")).not.toContain("paused until");
  const log = await shown("/admin/audit");
  expect(log).toContain("Network retried");
  expect(log).toContain("Paused because: credits there used up");
  expect((await at("de").post("/admin/networks/x/retry", {})).headers.location).toBe(
    "/admin/networks?done=gone",
  );
  expect(await shown("/admin/networks/x/retry")).toContain("Nothing paused or put off.");
  expect((await at("en").get("/admin/networks/y/retry")).status).toBe(404);
  expect((await at("en").post("/admin/networks/y/retry", {})).status).toBe(404);
});
