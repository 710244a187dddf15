import { sql } from "kysely";
import { expect } from "vitest";
import { stopSeries } from "../../app/domain/series/change-series.server.ts";
import { listPaidMonths } from "../../app/domain/series/series-months.server.ts";
import { listSupporters, readMonthlyIncome } from "../../app/domain/series/supporters.server.ts";
import { listReceivedTips } from "../../app/domain/tips/received-tips.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { createPool } from "../../db/index.ts";
import { explainRead } from "../bench/query-plan.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { createGroup } from "../support/money/groups.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { createCreator, DAY_SECONDS, payTip, tellDispute } from "../support/money/tip-world.ts";
import { beginGroupSeries, beginSeries, seriesDay } from "../support/series/series-world.ts";

it("a creator sees monthly fans with what came so far, and addresses that are shared alone", async ({
  world,
  creator,
}) => {
  await beginSeries(world, creator, { amount: 5_00, from: "Ida", shareEmail: true });
  world.time.passSeconds(60);
  const ben = await beginSeries(world, creator, { amount: 7_00, email: "ben@example.org" });
  await beginSeries(world, await createCreator(world));
  world.time.passSeconds(31 * DAY_SECONDS);
  await seriesDay(world);
  await stopSeries(world, ben.series.id);
  const { supporters, next } = await listSupporters(world.db, creator.id, null);
  expect(next).toBeNull();
  expect(supporters).toMatchObject([
    { name: null, email: null, status: "ENDED", amount_minor: 7_00, received_minor: 14_00 },
    { name: "Ida", email: "ida@example.org", status: "ACTIVE", received_minor: 10_00, group: null },
  ]);
});

it("a name whose words are declined is not shown", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator, { from: "Ida", shareEmail: true });
  await world.db.updateTable("tips").set({ status: "DECLINED" }).where("series_id", "=", series.id).execute();
  const { supporters } = await listSupporters(world.db, creator.id, null);
  expect(supporters).toMatchObject([{ name: null, email: null }]);
});

it("what was refunded in part, or claimed back, does not count as received so far", async ({
  world,
  creator,
}) => {
  const ida = await beginSeries(world, creator, { amount: 5_00 });
  await refund(world, ida.payment, by(creator), 2_00);
  world.time.passSeconds(31 * DAY_SECONDS);
  await seriesDay(world);
  world.time.passSeconds(60);
  const ben = await beginSeries(world, creator, { amount: 7_00, email: "ben@example.org" });
  await tellDispute(world, ben.payment, "LOST");
  const { supporters } = await listSupporters(world.db, creator.id, null);
  expect(supporters).toMatchObject([{ received_minor: 0 }, { received_minor: 8_00 }]);
  const idas = await listPaidMonths(world.db, ida.series.id);
  const back = idas.months[1]?.refunded_minor ?? 0;
  expect(back).toBeGreaterThan(2_00);
  expect(idas).toMatchObject({
    stayed_minor: 2 * ida.payment.total_minor - back,
    months: [{ refunded_minor: 0 }, { status: "SUCCESS" }],
  });
  expect(await listPaidMonths(world.db, ben.series.id)).toMatchObject({
    stayed_minor: 0,
    months: [{ status: "CHARGEBACK" }],
  });
});

it("a refunded share of a group's month does not count for its owner", async ({ world, creator }) => {
  const group = await createGroup(world, [creator, await createCreator(world)]);
  const { payment } = await beginGroupSeries(world, group, { amount: 10_00 });
  await refund(world, payment, by(creator), 1_00);
  const { supporters } = await listSupporters(world.db, creator.id, null);
  expect(supporters).toMatchObject([{ received_minor: 9_00 }]);
});

it("tips of every month are told from others, also shares of a group's", async ({ world, creator }) => {
  await beginSeries(world, creator);
  world.time.passSeconds(60);
  await beginGroupSeries(world, await createGroup(world, [creator, await createCreator(world)]));
  world.time.passSeconds(60);
  await payTip(world, creator);
  const { tips } = await listReceivedTips(world.db, creator.id, { only_new: false, fan: "", after: null });
  expect(tips.map(({ is_monthly }) => is_monthly)).toEqual([false, true, true]);
});

it("a group's owner sees its monthly tips without the fan, members do not", async ({ world, creator }) => {
  const member = await createCreator(world);
  const group = await createGroup(world, [creator, member]);
  await beginGroupSeries(world, group, { from: "Ida", shareEmail: true });
  const { supporters } = await listSupporters(world.db, creator.id, null);
  expect(supporters).toMatchObject([{ name: null, email: null, group: { slug: group.slug } }]);
  expect((await listSupporters(world.db, member.id, null)).supporters).toEqual([]);
});

it("the income of a month counts active series, and this month's begun and ended ones", async ({
  world,
  creator,
}) => {
  const income = async () => await readMonthlyIncome(world.db, creator.id, world.clock());
  expect(await income()).toEqual([]);
  const ida = await beginSeries(world, creator, { amount: 5_00 });
  const counts = (change: object) => [
    {
      currency: "EUR",
      active_count: 1,
      active_minor: 5_00,
      new_count: 0,
      ended_count: 0,
      kept_count: 0,
      ...change,
    },
  ];
  expect(await income()).toEqual(counts({ new_count: 1 }));
  world.time.passSeconds(12 * DAY_SECONDS);
  await beginSeries(world, creator, { amount: 7_00, email: "ben@example.org" });
  expect(await income()).toEqual(
    counts({ active_count: 2, active_minor: 12_00, new_count: 1, kept_count: 1 }),
  );
  await stopSeries(world, ida.series.id);
  expect(await income()).toEqual(counts({ active_minor: 7_00, new_count: 1, ended_count: 1 }));
});

it("a page of monthly fans reads the creator's by the index among all others", async ({
  database,
  world,
  creator,
}) => {
  const { series } = await beginSeries(world, creator);
  await sql`insert into tip_series select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
      'creator_id', case when n % 500 = 0 then s.creator_id else ${(await createCreator(world)).id}::uuid end,
      'created_at', s.created_at + make_interval(secs => n)))).*
    from tip_series s, generate_series(1, 20000) n where s.id = ${series.id}`.execute(world.db);
  await sql`vacuum (analyze)`.execute(world.db);
  const first = await listSupporters(world.db, creator.id, null);
  expect(first.supporters).toHaveLength(productRules.admin_rows);
  expect(first.next).not.toBeNull();
  const pool = createPool(database.url, { max: 1 });
  try {
    const { indexes, buffers } = await explainRead(pool, (db) => listSupporters(db, creator.id, first.next));
    expect(indexes.split(" ")).toContain("tip_series_of_creator");
    expect(indexes.split(" ")).not.toContain("tip_series");
    expect(buffers).toBeLessThan(800);
    const read = await explainRead(pool, (db) => readMonthlyIncome(db, creator.id, world.clock()));
    expect(read.indexes).toBe("tip_series_of_creator");
  } finally {
    await pool.end();
  }
});
