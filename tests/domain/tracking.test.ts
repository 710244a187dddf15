import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { beforeEach, expect } from "vitest";
import {
  closeTrafficDays,
  createTrafficCounter,
  readTraffic,
  type SeenPage,
  type ViewKey,
} from "../../app/domain/tracking/traffic.server.ts";
import { productRules } from "../../app/product-rules.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { createTestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";

let db: Kysely<DB>;
const clock = movableClock(new Date("2026-12-01T12:00:00Z"));
/** Sets the clock, also back. */
const goTo = (at: string) => clock.passSeconds((Date.parse(at) - clock.now().getTime()) / 1000);

it.beforeAll(async ({ database }) => {
  db = database.db;
});
beforeEach(async () => {
  goTo("2026-12-01T12:00:00Z");
  for (const table of ["traffic_days", "traffic_visitors", "traffic_views", "traffic_entities"] as const)
    await db.deleteFrom(table).execute();
});

/** A process that counts; it writes when it is stopped. */
const counter = () =>
  createTrafficCounter(db, clock.now, (error) => {
    throw error;
  });
const seen = (
  view: Partial<ViewKey> = {},
  visitor = "192.0.2.1",
  username: string | null = null,
): SeenPage => ({
  view: {
    ...{ pattern: "/", step: "", creator: "", asked_locale: "", locale: "en", referrer_host: "" },
    ...view,
  },
  username,
  visitor: { address: visitor, userAgent: "Browser 1" },
});

it("ten processes that count at once lose no view, and count each visitor of a day once", async () => {
  await all(many(10), async (index) => {
    const own = counter();
    for (let view = 0; view < 20; view += 1)
      own.seen(seen({ pattern: view % 2 ? "/" : "/faq" }, `192.0.2.${view}`));
    own.seen(seen({ referrer_host: "news.example" }, `192.0.2.${Number(index) % 20}`));
    await own.stop();
  });
  const { days, pages, referrers, locales } = await readTraffic(db, "2026-12-01");
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: "2026-12-01", views: 210, visitors: 20 });
  expect(pages).toEqual([
    { name: "/", views: 110 },
    { name: "/faq", views: 100 },
  ]);
  expect([referrers, locales]).toEqual([[{ name: "news.example", views: 10 }], [{ name: "en", views: 210 }]]);
});

it("no address is written, and the same visitor has another key on another day", async () => {
  const own = counter();
  own.seen(seen());
  goTo("2026-12-02T12:00:00Z");
  own.seen(seen());
  await own.stop();
  const rows = await db.selectFrom("traffic_visitors").selectAll().orderBy("day").execute();
  expect(rows.map(({ day }) => day)).toEqual(["2026-12-01", "2026-12-02"]);
  const [first, second] = rows.map(({ visitor_key }) => visitor_key.toString("hex"));
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(first).not.toBe(second);
});

it("a day that is over keeps how many came, and neither their keys nor the secret; who comes late is no visitor of it", async () => {
  const [early, late] = [counter(), counter()];
  early.seen(seen({}, "192.0.2.1"));
  early.seen(seen({}, "192.0.2.2"));
  late.seen(seen({}, "192.0.2.3"));
  await early.stop();
  goTo("2026-12-01T23:30:00Z");
  await closeTrafficDays(db, clock.now());
  await late.stop();
  await closeTrafficDays(db, clock.now());
  expect(await db.selectFrom("traffic_visitors").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("traffic_days").selectAll().execute()).toEqual([
    { day: "2026-12-01", salt: null, visitors_count: 2, keys_count: 2 },
  ]);
  expect((await readTraffic(db, "2026-12-02")).days.at(-2)).toEqual({
    day: "2026-12-01",
    views: 3,
    visitors: 2,
  });
});

it("counts go after 396 days", async () => {
  const own = counter();
  own.seen(seen());
  await own.stop();
  goTo("2028-01-01T12:00:00Z");
  await closeTrafficDays(db, clock.now());
  expect(await db.selectFrom("traffic_views").selectAll().execute()).toHaveLength(1);
  goTo("2028-01-02T12:00:00Z");
  await closeTrafficDays(db, clock.now());
  for (const table of ["traffic_days", "traffic_views"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

it("views of a creator's page count for that creator; names and ids that nobody has count for nothing", async () => {
  const creator = await createCreator(createTipWorld(db, clock), { username: "Tracked" });
  const own = counter();
  for (const name of ["tracked", "TRACKED", "nobody-is-called-so"]) own.seen(seen({}, "192.0.2.1", name));
  own.happened({ entity_type: "user", entity_id: creator.id, event: "view" });
  own.happened({ entity_type: "user", entity_id: randomUUID(), event: "view" });
  own.happened({ entity_type: "item", entity_id: creator.id, event: "share" });
  await own.stop();
  expect(await db.selectFrom("traffic_entities").selectAll().execute()).toEqual([
    { day: "2026-12-01", entity_type: "user", entity_id: creator.id, event: "view", events_count: 3 },
  ]);
  expect((await readTraffic(db, "2026-12-01")).creators).toEqual([
    { id: creator.id, username: "Tracked", views: 3 },
  ]);
});

it("hosts and names that are made up fill no table: beyond two thousand of a day they are left out", async () => {
  const own = counter();
  for (let index = 0; index < 5000; index += 1) own.seen(seen({ referrer_host: `${index}.example` }));
  await own.stop();
  const rows = await db.selectFrom("traffic_views").select(["referrer_host", "views_count"]).execute();
  expect(rows.length).toBeLessThanOrEqual(2001);
});

it("steps and languages that are made up fill no table either", async () => {
  const own = counter();
  for (let index = 0; index < 5000; index += 1) {
    const made_up = [...String(index)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    own.seen(seen(index % 2 ? { step: made_up } : { step: made_up, asked_locale: "xx" }));
    // More than one write between them.
    if (index % 1000 === 999) await own.stop();
  }
  await own.stop();
  const rows = await db.selectFrom("traffic_views").select("views_count").execute();
  expect(rows.length).toBeLessThanOrEqual(2001);
  expect(rows.reduce((sum, row) => sum + row.views_count, 0)).toBe(5000);
});

it("a day keeps a bounded number of keys, however many processes write; who comes beyond them counts without one", async () => {
  const full = productRules.traffic.visitor_keys_maximum;
  const fill = counter();
  fill.seen(seen({}, "192.0.2.1"));
  await fill.stop();
  // As if all but three had come: the keys stand in the table.
  await sql`insert into traffic_visitors (day, visitor_key)
    select '2026-12-01', decode(md5(n::text), 'hex') from generate_series(1, ${sql.lit(full - 4)}) as n`.execute(
    db,
  );
  await db
    .updateTable("traffic_days")
    .set({ keys_count: full - 3 })
    .execute();
  await all(many(5), async (index) => {
    const own = counter();
    own.seen(seen({}, `198.51.100.${index}`));
    // Known by their key, and therefore nobody new.
    own.seen(seen({}, "192.0.2.1"));
    await own.stop();
  });
  const { keys } = await db
    .selectFrom("traffic_visitors")
    .select((eb) => eb.fn.countAll<number>().as("keys"))
    .executeTakeFirstOrThrow();
  expect(Number(keys)).toBe(full);
  expect((await readTraffic(db, "2026-12-01")).days.at(-1)?.visitors).toBe(full + 2);
  goTo("2026-12-02T12:00:00Z");
  await closeTrafficDays(db, clock.now());
  expect((await readTraffic(db, "2026-12-02")).days.at(-2)?.visitors).toBe(full + 2);
});

it("a database that is away costs no more than the counts", async () => {
  const complaints: unknown[] = [];
  const gone = await createTestDatabase();
  const own = createTrafficCounter(gone.db, clock.now, (error) => complaints.push(error));
  await gone.drop();
  own.seen(seen());
  await own.stop();
  expect(complaints).toHaveLength(1);
});
