import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { queueTestAlert } from "../../app/domain/overlay/alerts.server.ts";
import type { AccountStatus } from "../../app/domain/users/viewer.ts";
import { createDatabase } from "../../db/index.ts";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { many } from "../support/database/at-once.ts";
import { withDatabase } from "../support/database/database-url.ts";
import { lockTable, waitingFor } from "../support/database/locked-table.ts";
import { eventually } from "../support/eventually.ts";
import { multipart, TYPED } from "../support/http/http-client.ts";
import { acceptLanguage, ask, formBody } from "../support/http/http-requests.ts";
import { openLine, overlayOf } from "../support/http/overlay-line.ts";
import { placeOfInstances, startInstance } from "../support/http/place-of-instances.ts";
import type { Product } from "../support/http/product.ts";
import { type S3Server, startS3Server } from "../support/http/s3-server.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";

// Two processes on one database and one bucket, started at the same moment on nothing. The first stands behind
// a proxy that it trusts, the second does not. By the environment both stand behind HAProxy and PgBouncer besides.

const POSTS_PER_MINUTE = 12;
const METRICS_TOKEN = "a-token-of-the-tests";

const adminUrl = () => placeOfInstances()?.adminUrl ?? inject("testDatabase").adminUrl;

let name: string;
let databaseUrl: string;
let storage: S3Server;
let first: Product;
let second: Product;
let db: ReturnType<typeof createDatabase>;

beforeAll(async () => {
  name = `tribute_two_${randomBytes(4).toString("hex")}`;
  await admin(`create database ${name}`);
  databaseUrl = withDatabase(adminUrl(), name);
  storage = await startS3Server();
  const settings = {
    ...storage.environment,
    METRICS_TOKEN,
    POSTS_PER_MINUTE: String(POSTS_PER_MINUTE),
    SANDBOX_SETTLE_SECONDS: "0",
  };
  [first, second] = await Promise.all([
    startInstance(databaseUrl, "first", { ...settings, TRUSTED_PROXIES: "127.0.0.0/8" }),
    startInstance(databaseUrl, "second", settings),
  ]);
  db = createDatabase(databaseUrl, { max: 4 });
});

afterAll(async () => {
  await db?.destroy();
  await Promise.all([first?.stop(), second?.stop()]);
  await admin(`drop database if exists ${name} with (force)`);
  await storage?.stop();
});

beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db);
});

async function admin(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  await client.query(text);
  await client.end();
}

const get = (product: Product, path: string, headers: Record<string, string> = {}) =>
  ask(product.url + path, { headers: { ...acceptLanguage("de"), ...headers } });

function post(
  product: Product,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const form = formBody(fields);
  return ask(product.url + path, {
    method: "POST",
    headers: { ...acceptLanguage("de"), ...form.headers, ...headers },
    body: form.body,
  });
}

test("two instances that start at once on an empty database make its tables and the demo world once", async () => {
  const { rows } = await sql<{ users: number; tips: number; names: number }>`select
    (select count(*) from users where role = 'CREATOR') as users,
    (select count(*) from tips where paid_at is not null) as tips,
    (select count(distinct lower(username)) from users) as names`.execute(db);
  expect(rows).toEqual([{ users: demoCreators.length, tips: 1033, names: demoCreators.length }]);
  for (const product of [first, second]) {
    expect((await get(product, "/readyz")).status).toBe(200);
    const lines = product.output().trim().split("\n");
    expect(lines.filter((line) => !line.startsWith("Demo login: "))).toEqual([
      expect.stringMatching(/ is ready: /),
    ]);
  }
});

test("with storage in S3, pictures of the demo world come from the bucket, and none lies in the folder", async () => {
  for (const product of [first, second]) {
    const page = await get(product, "/joerdis");
    const source = /srcSet="(\/media\/[^" ]+)/i.exec(page.text)?.[1] ?? "";
    const picture = await get(product, source);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(picture.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(await readdir(product.dataDir)).not.toContain("media");
  }
});

describe("a page that is kept", () => {
  test.for<[string, string, () => Promise<string>]>([
    ["the name", "/joerdis", changeName],
    ["the currency", "/wren.field", changeCurrency],
    ["the picture", "/joerdis", changePicture],
    ["an item", "/joerdis", changeItem],
    ["a new link", "/joerdis", addLink],
    ["the name, as home shows it", "/", changeName],
    ["the name, as her group shows it", "/gl/nachtmus", changeName],
    ["a group's name", "/gl/nachtmus", changeGroup],
  ])("both instances drop a kept page on news of a change, not by age: %s", async ([, path, change]) => {
    const before = await Promise.all([first, second].map(drops));
    const pages = await Promise.all([get(first, path), get(second, path)]);
    const shown = await change();
    for (const { text } of pages) expect(text).not.toContain(shown);
    for (const [index, product] of [first, second].entries()) {
      await eventually("the news has come", async () => (await drops(product)) > (before[index] ?? 0));
      expect((await get(product, path)).text).toContain(shown);
    }
  });

  test("a page that is kept is gone at once when its creator is locked", async () => {
    const before = await Promise.all([first, second].map(drops));
    await Promise.all([get(first, "/rosalind.paints"), get(second, "/rosalind.paints")]);
    await changeUser({ status: "LOCKED" }, "status", "rosalind.paints");
    for (const [index, product] of [first, second].entries()) {
      await eventually("the news has come", async () => (await drops(product)) > (before[index] ?? 0));
      expect((await get(product, "/rosalind.paints")).status).toBe(404);
    }
  });

  test("a page that is kept is rendered once, however many ask for it at once", async () => {
    const before = await renderings(first);
    const pages = await Promise.all(many(60).map(() => get(first, "/joerdis/41.17")));
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
    expect(pages[0]?.status).toBe(200);
    expect((await renderings(first)) - before).toBe(1);
  });

  test("a page that is kept is rendered once in five seconds, however many ask for it", async () => {
    const before = await renderings(first);
    const began = performance.now();
    await Promise.all(
      many(20).map(async () => {
        for (const _ of many(15)) expect((await get(first, "/maximiliane.von.buelow")).status).toBe(200);
      }),
    );
    const freshFor = (performance.now() - began) / 5_000;
    expect((await renderings(first)) - before).toBeLessThanOrEqual(2 + freshFor);
  });

  test("a page that is kept does not delay requests for pages that are not", async () => {
    const locker = await lockTable(databaseUrl, "users");
    const askers = many(5).map(() => get(first, "/nobody.of.that.name"));
    await eventually("the first one asks the database", async () => (await waitingFor(db)) === 1);
    // The next lock stands in line behind the one who waits, and holds the others as soon as that one is through.
    const second = lockTable(databaseUrl, "users");
    await eventually("the second lock is wanted", async () => (await waitingFor(db)) === 2);
    await locker.release();
    const secondLocker = await second;
    await eventually("the first one asks whose old name that is", async () => (await waitingFor(db)) === 1);
    const third = lockTable(databaseUrl, "users");
    await eventually("the third lock is wanted", async () => (await waitingFor(db)) === 2);
    await secondLocker.release();
    const thirdLocker = await third;
    await eventually("all others ask at the same time", async () => (await waitingFor(db)) === 4);
    await thirdLocker.release();
    expect((await Promise.all(askers)).map(({ status }) => status)).toEqual(many(5).map(() => 404));
  });
});

/** Pages that were rendered for the cache so far. */
async function renderings(product: Product): Promise<number> {
  const { text } = await get(product, "/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  return Number(/^tribute_page_cache_answers_total\{result="miss"\} (\d+)$/m.exec(text)?.[1]);
}

/** How often news has dropped pages there so far. */
async function drops(product: Product): Promise<number> {
  const { text } = await get(product, "/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  return Number(/^tribute_page_cache_drops_total (\d+)$/m.exec(text)?.[1]);
}

type UserChange = Partial<Record<"name" | "currency" | "avatar_id", string> & { status: AccountStatus }>;

async function changeUser(
  change: UserChange,
  shown: keyof UserChange,
  username = "joerdis",
): Promise<string> {
  await db.updateTable("users").set(change).where("username", "=", username).executeTakeFirstOrThrow();
  return change[shown] ?? "";
}

const changeName = () => changeUser({ name: `Jö ${randomBytes(4).toString("hex")}` }, "name");

async function changeGroup(): Promise<string> {
  const name = `Chor ${randomBytes(4).toString("hex")}`;
  await db.updateTable("grouplists").set({ name }).where("slug", "=", "nachtmus").execute();
  return name;
}

/** Returns the new currency's sign, as a German page shows it. */
async function changeCurrency(): Promise<string> {
  await changeUser({ currency: "EUR" }, "currency", "wren.field");
  return "€";
}

/** Jördis gets a picture like another creator's. */
async function changePicture(): Promise<string> {
  const { id: owner_id } = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "joerdis")
    .executeTakeFirstOrThrow();
  const picture = await db
    .selectFrom("media_files as m")
    .innerJoin("users as u", "u.avatar_id", "m.id")
    .selectAll("m")
    .where("u.username", "!=", "joerdis")
    .executeTakeFirstOrThrow();
  const avatar_id = randomUUID();
  await db
    .insertInto("media_files")
    .values({ ...picture, id: avatar_id, owner_id, variants: JSON.stringify(picture.variants) })
    .execute();
  return await changeUser({ avatar_id }, "avatar_id");
}

const itsCreator = () => db.selectFrom("users").select("id").where("username", "=", "joerdis");

async function changeItem(): Promise<string> {
  const { id } = await db
    .selectFrom("tribute_items")
    .select("id")
    .where("user_id", "=", itsCreator())
    .where("status", "=", "ACTIVE")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable("tribute_items").set({ name: "Ein Satz Saiten" }).where("id", "=", id).execute();
  return "Ein Satz Saiten";
}

async function addLink(): Promise<string> {
  await db.deleteFrom("social_links").where("user_id", "=", itsCreator()).execute();
  const { id } = await itsCreator().executeTakeFirstOrThrow();
  await db
    .insertInto("social_links")
    .values({ user_id: id, network: "instagram", handle: "joerdis.singt", is_visible: true })
    .execute();
  return "joerdis.singt";
}

test("a tip that is begun at one instance is finished at the other, picture and notice included", async () => {
  const begun = await post(first, "/joerdis", { amount: "5" });
  const tip = (begun.headers.location ?? "").replace(/\/details$/, "");
  const picture = { field: "image", name: "a.png", type: "image/png", bytes: PNG };
  const words = multipart({ name: "Ida", message: "Von hier nach dort" }, picture);
  const details = await ask(`${second.url}${tip}/details`, { method: "POST", ...words });
  expect(details.headers.location).toBe(`${tip}/payment`);
  const shown = /src="([^"]+\/image\?signature=[^"]+)"/.exec((await get(second, `${tip}/details`)).text)?.[1];
  expect((await get(first, shown ?? "")).headers["content-type"]).toBe("image/webp");
  const choice = { type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email: "ida@fans.example" };
  expect((await post(first, `${tip}/payment`, choice)).headers.location).toBe(`${tip}/summary`);
  const { text } = await get(second, `${tip}/summary`);
  const charged_minor = /name="charged_minor" value="(\d+)"/.exec(text)?.[1] ?? "";
  const pay = await post(second, `${tip}/summary`, { charged_minor });
  const page = new URL(pay.headers.location ?? "").pathname;
  const paid = await post(first, page, TYPED.card);
  const thanks = new URL(paid.headers.location ?? "").pathname;
  const id = thanks.split("/").at(-1);
  for (const product of [first, second]) {
    const isPaid = async () => (await get(product, `/api/payment/${id}`)).text.includes('"SUCCESS"');
    await eventually("the payment is settled", isPaid);
    expect((await get(product, thanks)).text).toContain("Jö");
  }
  const tips = await db
    .selectFrom("tips")
    .select("status")
    .where("message", "=", "Von hier nach dort")
    .execute();
  expect(tips).toHaveLength(1);
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("posts of one address", () => {
  const from = (address: string) => ({ "X-Forwarded-For": address });
  const theme = async (product: Product, headers: Record<string, string> = {}) =>
    (await post(product, "/theme", { theme: "dark" }, headers)).status;
  const use = async (count: number, product: Product, headers: Record<string, string> = {}) => {
    for (const _ of many(count)) expect(await theme(product, headers)).toBe(303);
  };

  test("posts of one address are counted together at whichever instance they arrive, and both refuse them with a page", async () => {
    await use(POSTS_PER_MINUTE / 2, first);
    await use(POSTS_PER_MINUTE / 2, second);
    for (const product of [first, second]) {
      const answer = await post(product, "/joerdis", { amount: "5" });
      expect(answer.status).toBe(429);
      const seconds = Number(answer.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(30);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(readStrictly(answer.text).elements("h1").map(textOf)).toEqual(["Zu viele Anfragen"]);
      expect((await get(product, "/joerdis")).status).toBe(200);
    }
  });

  test("posts of one address at once at both instances are no more than allowed", async () => {
    const statuses = await Promise.all(many(40).map((each) => theme(each % 2 ? first : second)));
    expect(statuses.filter((status) => status === 303)).toHaveLength(POSTS_PER_MINUTE);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - POSTS_PER_MINUTE);
  });

  test("posts behind our proxy count by the visitor's address, IPv6 by its network", async () => {
    await use(POSTS_PER_MINUTE, first, from("198.51.100.1"));
    expect(await theme(first, from("198.51.100.1"))).toBe(429);
    expect(await theme(first, from("203.0.113.9, 198.51.100.1"))).toBe(429);
    await use(1, first, from("198.51.100.2"));
    await use(POSTS_PER_MINUTE - 1, first, from("2001:db8:1:2::1"));
    await use(1, first, from("2001:DB8:1:0002:ffff:eeee:dddd:1"));
    expect(await theme(first, from("2001:db8:1:2:1234::9"))).toBe(429);
    await use(1, first, from("2001:db8:1:3::1"));
  });

  test("posts without a proxy of ours count by the connection, whatever a header claims", async () => {
    for (const last of many(POSTS_PER_MINUTE)) await use(1, second, from(`198.51.100.${last}`));
    expect(await theme(second, from("198.51.100.99"))).toBe(429);
    const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(db);
    // One address, and not a word of which.
    expect(rows).toEqual([{ key: expect.stringMatching(/^posts:[\w-]{22}$/) }]);
  });

  test("posts of the payment provider are not counted among those of an address", async () => {
    await use(POSTS_PER_MINUTE, first);
    expect((await post(first, "/webhooks/sandbox", {})).status).toBe(400);
  });
});

test("an overlay's pages on two processes show the same, and one leads, whichever goes", async () => {
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", demoCreators[0]?.email ?? "")
    .executeTakeFirstOrThrow();
  const path = await overlayOf(id, db);
  const queue = () => queueTestAlert({ db, clock: () => new Date(), newId: randomUUID }, id);
  const one = await openLine(path, { url: first.url });
  expect((await one.next("role")).data).toEqual({ leads: true });
  const other = await openLine(path, { url: second.url });
  expect((await other.next("role")).data).toEqual({ leads: false });
  await queue();
  const [alert, same] = [await one.next("alert"), await other.next("alert")];
  expect(same.id).toBe(alert.id);
  expect(await other.say(same.id)).toBe(409);
  expect(await one.say(alert.id)).toBe(204);

  one.close();
  await queue();
  const next = await other.next("alert", 2);
  expect(next.id).not.toBe(alert.id);
  await other.next("role", 2);
  expect(await other.say(next.id)).toBe(204);
  other.close();
});
