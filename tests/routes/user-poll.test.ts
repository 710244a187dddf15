import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { limitTable } from "../../app/http/limit-table.ts";
import type { Users } from "../../db/schema.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { records } from "../support/database/records.ts";
import { addUnreadTip } from "../support/database/unread-tip.ts";
import { type WatchedDatabase, watchDatabase } from "../support/database/watched-database.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { type AccountOwner, cookieOf, makeAccount, newAddress, PASSWORD } from "../support/http/users.ts";

// Polls of GET /api/user: answered by the short way where nothing is new, as the framework's way would answer them.

const fan = wireFan("en", newAddress());
const DAY_MS = 86_400_000;
const METRICS_TOKEN = "a-token-of-the-tests";

/** A poll that has an answer already. A header that names where it comes from leads it the framework's way. */
const poll = (who: Record<string, string>, etag: string) =>
  fan.get("/api/user", { ...who, "If-None-Match": etag });
const pollTheLongWay = (who: Record<string, string>, etag: string) =>
  fan.get("/api/user", { ...who, "If-None-Match": etag, Origin: new URL(inject("product").url).origin });

async function bearerOf(user: AccountOwner): Promise<Record<string, string>> {
  const fields = JSON.stringify({ email: user.email, password: PASSWORD });
  const answer = await fan.send("POST", "/api/login", fields, { "Content-Type": "application/json" });
  return { Authorization: `Bearer ${JSON.parse(answer.text).accessToken}` };
}

const markOf = (answer: Answer) => answer.headers.etag ?? "";

/** All that is sent before the body, without what differs from answer to answer. */
function headOf({ status, headers }: Answer) {
  const { date, "x-request-id": id, ...rest } = headers;
  expect([date, id]).toEqual([expect.any(String), expect.any(String)]);
  return { status, ...rest };
}

const change = (user: AccountOwner, columns: Partial<Insertable<Users>>) =>
  records().updateTable("users").set(columns).where("id", "=", user.id).execute();

/** Every column that the answer is made of, in another value; nothing else tells of the change. */
async function otherValues(user: AccountOwner): Promise<Partial<Insertable<Users>>[]> {
  const found = await records().selectFrom("media_files").selectAll().limit(2).execute();
  const pictures = found.map(({ variants, ...picture }) => ({
    ...{ ...picture, id: randomUUID(), owner_id: user.id },
    variants: JSON.stringify(variants),
  }));
  await records().insertInto("media_files").values(pictures).execute();
  const at = new Date(Date.now() - DAY_MS);
  return [
    ...[{ email: `${randomUUID()}@accounts.example` }, { name: "Ida" }, { username: `p${Date.now()}` }],
    ...[{ firstname: "Ida" }, { lastname: "Muster" }, { country_id: 1 }, { company: "Muster" }],
    ...[{ eu_ust_id: "DE136695976" }, { address: "Weg 1" }, { zipcode: "10115" }, { city: "Berlin" }],
    ...[{ date_of_birth: "1990-02-03" }, { status: "LOCKED" as const }, { email_verified_at: at }],
    ...[{ verification_terms_accepted_at: at }, { verification_terms_accepted_at: null }],
    ...[{ verification_terms_declined_at: at }, { ranking_enabled_at: at }],
    ...[{ avatar_id: pictures[0]?.id }, { header_id: pictures[1]?.id }, { currency: "GBP" }],
    ...[{ payout_type_id: 2 }, { payout_method: "PAXUM" as const }, { min_payout_minor: 150_50 }],
    ...[{ default_price_per_message_minor: 2_50 }, { show_online_status: false }, { paused_at: at }],
    ...[{ email_notifications: "OFF" as const }, { email_notifications: "DAILY" as const }, { locale: "de" }],
  ];
}

describe("what a poll tells", () => {
  test("whatever changes in the answer makes it a 200 at once, with another mark, which is a 304 by both ways", async () => {
    const user = await makeAccount({ email_notifications: "AT_ONCE" });
    const who = { Cookie: await cookieOf(user) };
    let last = await fan.get("/api/user", who);
    const changed = new Set<string>();
    const expectNews = async (what: string) => {
      const news = await poll(who, markOf(last));
      expect([what, news.status]).toEqual([what, 200]);
      expect(markOf(news)).not.toBe(markOf(last));
      const [before, after] = [last, news].map((answer) => JSON.parse(answer.text).data);
      for (const key of Object.keys(after))
        if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) changed.add(key);
      const [short, long] = [await poll(who, markOf(news)), await pollTheLongWay(who, markOf(news))];
      expect([short.status, short.body.byteLength]).toEqual([304, 0]);
      expect(headOf(short)).toEqual(headOf(long));
      last = news;
    };
    for (const columns of await otherValues(user)) {
      await change(user, columns);
      await expectNews(JSON.stringify(columns));
    }
    await addUnreadTip(records(), user.id);
    await expectNews("a tip");
    for (const network of Object.keys(JSON.parse(last.text).data).filter(
      (key) => `${key}_visible` in JSON.parse(last.text).data,
    )) {
      const link = { user_id: user.id, network, handle: "ida", is_visible: true };
      await records().insertInto("social_links").values(link).execute();
      await expectNews(network);
    }
    await records()
      .updateTable("social_links")
      .set({ is_visible: false })
      .where("user_id", "=", user.id)
      .execute();
    await expectNews("links are hidden");
    // All that the answer has; the id alone is nobody's to change.
    expect([...changed, "id"].sort()).toEqual(Object.keys(JSON.parse(last.text).data).sort());
  });

  test("another user's mark, and an older one, are no 304; of several marks one is enough", async () => {
    const [user, other] = [await makeAccount(), await makeAccount()];
    const who = { Cookie: await cookieOf(user) };
    const [own, others] = [
      markOf(await fan.get("/api/user", who)),
      markOf(await fan.get("/api/user", { Cookie: await cookieOf(other) })),
    ];
    expect((await poll(who, others)).status).toBe(200);
    expect((await poll(who, `${others}, ${own}`)).status).toBe(304);
    await change(user, { name: "Ida" });
    expect((await poll(who, own)).status).toBe(200);
    await change(user, { name: "Ada Muster" });
    expect((await poll(who, own)).status).toBe(304);
  });
});

describe("who polls", () => {
  test("a poll by token is answered as one by cookie is, by both ways; with both the token says who asks", async () => {
    const [user, other] = [await makeAccount(), await makeAccount()];
    const [token, cookie] = [await bearerOf(user), { Cookie: await cookieOf(other) }];
    const etag = markOf(await fan.get("/api/user", token));
    expect(headOf(await poll(token, etag))).toEqual(headOf(await pollTheLongWay(token, etag)));
    expect((await poll({ ...token, ...cookie }, etag)).status).toBe(304);
    expect((await poll(cookie, etag)).status).toBe(200);
  });

  test("a poll notes that the user is here, once a minute", async () => {
    const user = await makeAccount();
    const who = { Cookie: await cookieOf(user) };
    const etag = markOf(await fan.get("/api/user", who));
    const seen = async () =>
      (
        await records()
          .selectFrom("users")
          .select("last_seen_at")
          .where("id", "=", user.id)
          .executeTakeFirstOrThrow()
      ).last_seen_at?.getTime() ?? 0;
    const [recently, longAgo] = [new Date(Date.now() - 30_000), new Date(Date.now() - 61_000)];
    await change(user, { last_seen_at: recently });
    expect((await poll(who, etag)).status).toBe(304);
    expect(await seen()).toBe(recently.getTime());
    await change(user, { last_seen_at: longAgo });
    expect((await poll(who, etag)).status).toBe(304);
    expect(await seen()).toBeGreaterThan(recently.getTime());
  });

  test("a session that is half over is renewed by a poll, with its cookie; one that is over, or ended, is a 401", async () => {
    const user = await makeAccount();
    const who = { Cookie: await cookieOf(user) };
    const etag = markOf(await fan.get("/api/user", who));
    const end = (expires_at: Date) =>
      records().updateTable("sessions").set({ expires_at }).where("user_id", "=", user.id).execute();
    expect((await poll(who, etag)).headers["set-cookie"]).toBeUndefined();
    await end(new Date(Date.now() + 14 * DAY_MS));
    const renewed = await poll(who, etag);
    expect([renewed.status, renewed.headers["set-cookie"]?.[0]]).toEqual([
      304,
      expect.stringMatching(/^session=[\w%.]{60,}; Max-Age=2592000; Path=\//),
    ]);
    expect((await poll(who, etag)).headers["set-cookie"]).toBeUndefined();
    await end(new Date());
    const over = await poll(who, etag);
    expect([over.status, over.headers["set-cookie"]?.[0]]).toEqual([
      401,
      expect.stringMatching(/^session=; /),
    ]);
    await records().deleteFrom("sessions").where("user_id", "=", user.id).execute();
    expect((await poll(who, etag)).status).toBe(401);
  });

  test("an access token that has run out is a 401, whatever mark comes with it", async () => {
    const user = await makeAccount();
    const token = await bearerOf(user);
    const etag = markOf(await fan.get("/api/user", token));
    expect((await poll(token, etag)).status).toBe(304);
    await records()
      .updateTable("api_tokens")
      .set({ expires_at: new Date() })
      .where("session_id", "in", records().selectFrom("sessions").select("id").where("user_id", "=", user.id))
      .execute();
    expect((await poll(token, etag)).status).toBe(401);
    expect((await poll({ Authorization: "Bearer x" }, etag)).status).toBe(401);
    expect((await poll({}, etag)).status).toBe(401);
  });
});

describe("what a poll costs", () => {
  let database: DemoDatabase;
  let watched: WatchedDatabase;
  let product: Product;

  beforeAll(async () => {
    database = await createDemoDatabase();
    watched = await watchDatabase(database.url);
    product = await startProduct(watched.url, { CROWD_FACTOR: "1", METRICS_TOKEN }, database);
  });
  afterAll(async () => {
    await product?.stop();
    await watched?.close();
    await database?.drop();
  });

  test("a poll without news is one statement, counts against its session's budget and is counted in the metrics", async () => {
    const own = wireFan("en", {}, product.url);
    const fields = { email: "joerdis@demo.example", password: "thank-you-note" };
    const cookies = (await own.post("/login", fields)).headers["set-cookie"] ?? [];
    const who = { Cookie: cookies.find((each) => each.startsWith("session="))?.split(";")[0] ?? "" };
    const etag = markOf(await own.get("/api/user", who));
    const headers = { ...who, "If-None-Match": etag };
    const again = () => ask(`${product.url}/api/user`, { headers });
    expect((await again()).status).toBe(304);
    // What jobs ask at the same moment asks for nobody's session.
    watched.take();
    expect((await again()).status).toBe(304);
    const asked = watched.take().filter(({ text }) => /"sessions"/.test(text));
    expect(asked.map(({ text }) => text)).toEqual([expect.stringContaining('"social_links"')]);
    const statuses: number[] = [];
    // Into the next minute with its own budget, at the worst.
    while (statuses.at(-1) !== 429 && statuses.length < 2 * limitTable.pages_own.points + 2)
      statuses.push((await again()).status);
    expect(new Set(statuses)).toEqual(new Set([304, 429]));
    const metrics = (
      await ask(`${product.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text;
    const counted = /^tribute_http_requests_total\{method="GET",path="\/api\/user",status="304"\} (\d+)/m;
    expect(Number(counted.exec(metrics)?.[1])).toBe(statuses.length - 1 + 2);
  });
});
