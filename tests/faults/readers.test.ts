import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openApiSession, openSession } from "../../app/domain/auth/sessions.server.ts";
import { createDatabase } from "../../db/index.ts";
import { openReadReplica } from "../../db/read-replica.ts";
import type { DB } from "../../db/schema.ts";
import { many } from "../support/database/at-once.ts";
import { type Replicated, startReplicated } from "../support/database/replicated.ts";
import { eventually } from "../support/eventually.ts";
import { filesOf } from "../support/fixtures/demo-world.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { expressions, metricsOf } from "../support/watched-metrics.ts";

// Two instances on a primary and its streaming replica.

const METRICS_TOKEN = "a-token-of-the-tests";
const OTHER_CREATORS = ["wren.field", "maximiliane.von.buelow", "otis.on.the.porch", "rosalind.paints"];

let folder: string;
let servers: Replicated;
let products: Product[];
let db: Kysely<DB>;
let asked = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tribute-readers-"));
  servers = await startReplicated(folder, inject("world"));
  db = createDatabase(servers.url, { max: 4 });
  const settings = {
    ...{ DATABASE_READ_URL: servers.readUrl, METRICS_TOKEN, LOG_LEVEL: "fatal" },
    TRUSTED_PROXIES: "127.0.0.0/8",
  };
  products = await Promise.all(
    many(2).map(() => startProduct(servers.url, settings, { dataFrom: filesOf(inject("world")) })),
  );
});

afterAll(async () => {
  await db?.destroy();
  await Promise.all((products ?? []).map((product) => product.stop()));
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

const first = (): Product => products[0] ?? expect.unreachable();
const get = async (at: string, headers: Record<string, string> = {}, product = first()): Promise<Answer> =>
  await ask(product.url + at, { headers });
/** No page that is kept has a query. */
const anew = (at: string) => {
  asked += 1;
  return `${at}?asked=${asked}`;
};

async function metric(name: string, product = first()): Promise<number> {
  const { text } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` }, product);
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1],
  );
}

const replicaReads = () => metric('tribute_replica_reads_total{from="replica"}');
const isFresh = async (product?: Product) => (await metric("tribute_replica_fresh", product)) === 1;
/** Waits until the replica has all that was committed so far, on the disk or not yet, and both instances read there. */
async function bothRead(): Promise<void> {
  const { rows } = await sql<{ place: string }>`select pg_current_wal_insert_lsn()::text as place`.execute(
    db,
  );
  const replica = createDatabase(servers.readUrl, { max: 1 });
  await eventually("the replica has all of it", async () => {
    const replayed = await sql<{ all: boolean }>`
      select pg_last_wal_replay_lsn() >= ${rows[0]?.place}::pg_lsn as all`
      .execute(replica)
      .catch(() => null);
    return replayed?.rows[0]?.all === true;
  });
  await replica.destroy();
  await eventually("the replica is read", async () =>
    (await Promise.all(products.map(isFresh))).every(Boolean),
  );
}

/** A busy machine may keep a proof waiting, and the primary is read meanwhile. */
const isReadThere = (at: () => string, headers: Record<string, string> = {}) =>
  eventually("the replica answers", async () => (await readsOf(at(), headers)) > 0);

/** How many queries of that request the replica answered. */
async function readsOf(at: string, headers: Record<string, string> = {}): Promise<number> {
  const before = await replicaReads();
  expect((await get(at, headers)).status, at).toBe(200);
  return (await replicaReads()) - before;
}

/** A proof that a busy machine kept waiting leaves the replica out for a moment: all of it at once, or not yet. */
async function isSeenOnPrimary(name: string): Promise<boolean> {
  if (await isFresh()) return false;
  const reads = await readsOf(anew("/joerdis"));
  const { text } = await get(anew("/joerdis"));
  return reads === 0 && text.includes(name) && !(await isFresh());
}

async function rename(username: string, name: string): Promise<void> {
  await db.updateTable("users").set({ name }).where("username", "=", username).executeTakeFirstOrThrow();
}

test("every metric of alerts and dashboard is one that the product or an exporter has", async () => {
  const { text } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  const answered = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  const elsewhere = new Set([
    "up",
    "probe_ssl_earliest_cert_expiry",
    "node_filesystem_avail_bytes",
    "node_filesystem_size_bytes",
  ]);
  const asked = new Set(expressions.flatMap(metricsOf));
  expect(asked.size).toBeGreaterThan(20);
  expect([...asked].filter((name) => !answered.has(name) && !elsewhere.has(name))).toEqual([]);
});

test("the replica itself ends a query that nobody waits for any more", async () => {
  const replica = openReadReplica({
    ...{ primary: db, primaryUrl: servers.url, readUrl: servers.readUrl, max: 1, statements: "named" },
    onChange: () => undefined,
  });
  const askFor = sql<{ is_replica: boolean; timeout: string }>`
    select pg_is_in_recovery() as is_replica, current_setting('statement_timeout') as timeout`;
  await eventually("the replica answers", async () => {
    const { rows } = await askFor.execute(replica.db);
    return rows[0]?.is_replica === true && rows[0].timeout === "3s";
  });
  await replica.stop();
});

test("home, profiles, groups, leaderboards and their calls are read from the replica, and money is not", async () => {
  await bothRead();
  const { rows } = await sql<{ id: string }>`select id from users where username = 'joerdis'`.execute(db);
  const pages = ["/", "/joerdis", "/gl/nachtmus", "/leaderboard/creators", "/leaderboard/grouplists"];
  for (const page of pages) await isReadThere(() => anew(page));
  for (const call of [
    ...["/api/leaderboard/creators", "/api/seller/featured-creators", "/api/grouplist/nachtmus"],
    ...[`/api/user/${rows[0]?.id}`, `/api/user/${rows[0]?.id}/tributes`],
  ])
    await isReadThere(() => call);
  expect(await readsOf("/login")).toBe(0);
  expect(await readsOf("/readyz")).toBe(0);
});

test("who has just written reads the primary on all devices, by session and by token, and nobody else does", async () => {
  const writer = await signInCreator("ACTIVE", "en", { db, url: first().url });
  const other = await signInCreator("ACTIVE", "en", { db, url: first().url });
  const [program, device] = [await tokenOf(writer), (await deviceOf(writer)).Cookie];
  const page = () => anew(`/${writer.username}`);
  await bothRead();
  await isReadThere(page, program);
  await isReadThere(() => "/statistics", { Cookie: device });

  await servers.pauseReplay(true);
  const changed = await ask(`${first().url}/api/account`, {
    method: "PATCH",
    headers: { ...program, "Content-Type": "application/json" },
    body: Buffer.from(JSON.stringify({ name: "Gerade Geändert" })),
  });
  expect(changed.status).toBe(200);
  for (const product of products)
    for (const headers of [program, { Cookie: device }])
      expect((await get(page(), headers, product)).text).toContain("Gerade Geändert");
  await servers.pauseReplay(false);
  await bothRead();

  // For longer than a busy machine takes to ask.
  await sql`update recent_writers set wrote_at = clock_timestamp() + interval '5 minutes'`.execute(db);
  expect(await readsOf(page(), program)).toBe(0);
  expect(await readsOf(page(), { Cookie: device })).toBe(0);
  expect(await readsOf("/statistics", { Cookie: device })).toBe(0);
  const third = await deviceOf(other);
  await bothRead();
  await isReadThere(page, third);
  await isReadThere(page);
  await sql`update recent_writers set wrote_at = clock_timestamp() - interval '10 seconds'`.execute(db);
  await isReadThere(page, { Cookie: device });
});

test("a kept page is never older than its news, however far behind the replica is", async () => {
  for (const [round, creator] of OTHER_CREATORS.entries()) {
    await bothRead();
    const name = `Neu ${round}`;
    const drops = await Promise.all(products.map((each) => metric("tribute_page_cache_drops_total", each)));
    await servers.pauseReplay(true);
    await rename(creator, name);
    for (const [index, product] of products.entries()) {
      const heard = async () =>
        (await metric("tribute_page_cache_drops_total", product)) > (drops[index] ?? 0);
      await eventually("the news has come", heard);
      for (const _ of many(2))
        expect((await get(`/${creator}`, {}, product)).text, `${round}`).toContain(name);
    }
    await servers.pauseReplay(false);
    for (const product of products) expect((await get(`/${creator}`, {}, product)).text).toContain(name);
  }
});

test("a replica that falls behind is left out: everybody sees what was written, and it comes back by itself", async () => {
  await bothRead();
  await servers.pauseReplay(true);
  await rename("joerdis", "Jördis Danach");
  await eventually("it is left out, and everybody sees it", () => isSeenOnPrimary("Jördis Danach"));
  expect((await get("/readyz")).status).toBe(200);
  await servers.pauseReplay(false);
  await bothRead();
  await isReadThere(() => anew("/joerdis"));
});

test.for(["is killed", "answers nothing"])(
  "no request fails when the replica %s under load, and it comes back by itself",
  async (what) => {
    await bothRead();
    const statuses = new Map<number, number>();
    let isOver = false;
    const visitors = many(8).map(async () => {
      while (!isOver) {
        const { status } = await get(anew("/joerdis"));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    const seen = () => [...statuses.values()].reduce((sum, each) => sum + each, 0);
    await eventually("some were answered", () => seen() > 50);
    if (what === "is killed") await servers.kill();
    else servers.hang(true);
    await eventually("it is left out", async () => !(await isFresh()));
    const before = seen();
    await eventually("some more were answered", () => seen() > before + 50);
    expect((await get("/readyz")).status).toBe(200);
    if (what === "is killed") await servers.startAgain();
    else servers.hang(false);
    await bothRead();
    const after = seen();
    await eventually("some more were answered", () => seen() > after + 50);
    isOver = true;
    await Promise.all(visitors);
    expect([...statuses.keys()]).toEqual([200]);
    await isReadThere(() => anew("/joerdis"));
  },
);

test("a replica that was promoted is left out for good", async () => {
  await bothRead();
  await servers.promote();
  await rename("joerdis", "Jördis Allein");
  await eventually("it is left out, and everybody sees it", () => isSeenOnPrimary("Jördis Allein"));
});

/** Another browser of theirs, as headers. */
async function deviceOf(user: SignedIn): Promise<{ Cookie: string }> {
  const token = await openSession(db, sessionOf(user));
  return { Cookie: await sentCookie("session", token) };
}

/** A program of theirs, as headers. */
async function tokenOf(user: SignedIn): Promise<{ Authorization: string }> {
  const { access_token } = await openApiSession(db, sessionOf(user));
  return { Authorization: `Bearer ${access_token}` };
}

function sessionOf({ id: user_id }: SignedIn) {
  return {
    ...{ id: crypto.randomUUID(), user_id, user_agent: "a test" },
    ...{ has_second_factor: false, now: new Date() },
  };
}
