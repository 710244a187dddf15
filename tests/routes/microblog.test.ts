import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { cookieValue } from "../support/http/own-cookies.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { setCookie } from "../support/http/users.ts";
import { type FakeX, openFakeX, X_KEYS } from "../support/networks/fake-x.ts";

// A product of its own, with X beside it.

let database: DemoDatabase;
let x: FakeX;
let product: Product;

beforeAll(async () => {
  x = await openFakeX();
  database = await createDemoDatabase();
  const settings = { X_API_KEY: X_KEYS.apiKey, X_API_SECRET: X_KEYS.apiSecret, X_API_BASE: x.origin };
  product = await startProduct(database.url, settings, database);
});
afterAll(async () => {
  await product?.stop();
  await x.close();
  await database?.drop();
});

const creatorHere = () => signInCreator("ACTIVE", "en", { db: database.db, url: product.url });
const authorizeUrlIn = (text: string) =>
  (/href="([^"]+oauth_token=[^"]+)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&");

test("a creator links X by its PIN without script, chooses what is posted, and removes the link", async () => {
  const { wire } = await creatorHere();
  expect((await wire.get("/account/twitter")).text).not.toContain("tip_frequency");
  const begun = await wire.post("/account/twitter/link", {});
  expect(begun.headers.location).toBe("/account/twitter/pin");
  const pin = await x.allow(authorizeUrlIn((await wire.get("/account/twitter/pin")).text), {
    accountId: "501",
    handle: "ada_draws",
  });
  const wrong = await wire.post("/account/twitter/pin", { pin: "1234" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Wrong PIN");
  expect((await wire.post("/account/twitter/pin", { pin: "letters" })).status).toBe(422);
  const done = await wire.post("/account/twitter/pin", { pin: ` ${pin.slice(0, 3)} ${pin.slice(3)}` });
  expect(done.headers.location).toBe("/account/twitter");
  expect((await wire.get("/account/twitter")).text).toContain("Linked as @ada_draws");

  const fields = { on_new_tip: "on", tip_frequency: "ALL", advert_frequency: "WEEKLY" };
  expect((await wire.post("/account/twitter", fields)).status).toBe(303);
  const shown = await wire.get("/account/twitter");
  expect(shown.text).toMatch(/<input[^>]*name="on_new_tip"[^>]*checked/);
  expect(shown.text).not.toMatch(/<input[^>]*name="show_amount"[^>]*checked/);
  expect((await wire.post("/account/twitter", { ...fields, tip_frequency: "DAILY" })).status).toBe(422);

  expect((await wire.post("/account/twitter/removal", {})).status).toBe(303);
  expect((await wire.get("/account/twitter")).text).not.toContain("ada_draws");
  expect(x.calls.at(-1)).toBe("POST /1.1/oauth/invalidate_token");
  expect((await wire.get("/account/twitter/pin")).headers.location).toBe("/account/twitter");
});

test("the calls do the same, and say what stands", async () => {
  const { wire } = await creatorHere();
  const json = async (answer: ReturnType<typeof wire.send>) => JSON.parse((await answer).text);
  const headers = { "Content-Type": "application/json" };
  const send = (method: "POST" | "PATCH", path: string, body: object) =>
    wire.send(method, path, JSON.stringify(body), headers);
  const { data } = await json(send("POST", "/api/twitter/connect", {}));
  expect(data).toMatchObject({ is_available: true, is_connected: false, screen_name: null });
  const pin = await x.allow(data.authorize_url, { accountId: "502", handle: "by_api" });
  expect(await json(send("POST", "/api/twitter/connect", { pin: "999999" }))).toMatchObject({
    code: "invalid",
  });
  const linked = await json(send("POST", "/api/twitter/connect", { pin }));
  expect(linked.data).toMatchObject({ is_connected: true, screen_name: "by_api", authorize_url: null });
  expect(await json(send("POST", "/api/twitter/connect", { pin }))).toMatchObject({ code: "expired" });
  const change = { tweet_on_tribute_achievement: true, tweet_on_profile_ads_frequency: "daily" };
  const settings = {
    ...{ tweet_on_new_donation: false, tweet_on_new_donation_show_amount: false },
    ...{ tweet_on_new_donation_frequency: "hourly", ...change },
  };
  expect(await json(send("PATCH", "/api/twitter/settings", change))).toEqual({ data: settings });
  expect(await json(wire.get("/api/twitter"))).toMatchObject({ data: { settings, is_connected: true } });
});

test("X that refuses everybody is said on the page, and a link that failed says so until it is made anew", async () => {
  const { id, wire } = await creatorHere();
  x.refuseAll("keys");
  const refused = await wire.post("/account/twitter/link", {});
  expect(refused.headers.location).toBe("/account/twitter");
  expect(await cookieValue("done", setCookie(refused.headers, "done") ?? "")).toBe("away");
  x.refuseAll(null);
  await wire.post("/account/twitter/link", {});
  const pin = await x.allow(authorizeUrlIn((await wire.get("/account/twitter/pin")).text), {
    accountId: "503",
    handle: "failing",
  });
  await wire.post("/account/twitter/pin", { pin });
  const failed_at = new Date();
  await database.db
    .updateTable("microblog_links")
    .set({ failed_at, credentials_encrypted: Buffer.alloc(0) })
    .where("user_id", "=", id)
    .execute();
  expect((await wire.get("/account/twitter")).text).toContain("Link failed!");
});

test("what is due is posted by the jobs of the process", async () => {
  const { id, wire } = await creatorHere();
  await wire.post("/account/twitter/link", {});
  const pin = await x.allow(authorizeUrlIn((await wire.get("/account/twitter/pin")).text), {
    accountId: "504",
    handle: "by_jobs",
  });
  await wire.post("/account/twitter/pin", { pin });
  await wire.post("/account/twitter", {
    on_achievement: "on",
    tip_frequency: "ALL",
    advert_frequency: "OFF",
  });
  const now = new Date();
  await database.db
    .insertInto("microblog_posts")
    .values({
      ...{ id: crypto.randomUUID(), user_id: id, network: "x", reason: "COUNT", subject: "10" },
      ...{ text: "Ten tips! 🎉", says_amount: false, status: "WAITING", due_at: now, created_at: now },
    })
    .execute();
  await eventually("the job has posted it", async () => x.posts.some(({ accountId }) => accountId === "504"));
  expect(x.posts.filter(({ accountId }) => accountId === "504")).toHaveLength(1);
});
