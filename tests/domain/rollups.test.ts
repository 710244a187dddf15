import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { checkRollups, rebuildRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { slideThirtyDays } from "../../app/domain/rollups/thirty-days.server.ts";
import { all } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(async () => {
  await releaseDueFunds(world.db, world.clock());
  await expectCleanBooks(world.db, world.clock());
});

const daysOf = (who: Creator) =>
  world.db
    .selectFrom("daily_tip_totals")
    .select(["day", "currency", "tips_count", "amount_minor", "amount_eur_minor"])
    .where("creator_id", "=", who.id)
    .orderBy("day")
    .execute();

/** A creator's ranks as "MONTH 2026-11-01: 2 tips, 1500"; of weeks leaderboard.test.ts tells. */
async function ranksOf(who: Creator): Promise<string[]> {
  const rows = await world.db
    .selectFrom("leaderboard_totals")
    .selectAll()
    .where("period", "<>", "WEEK")
    .where("creator_id", "=", who.id)
    .orderBy("period")
    .orderBy("period_start")
    .execute();
  const start = (row: (typeof rows)[number]) => (row.period === "30DAYS" ? "" : ` ${row.period_start}`);
  return rows.map((row) => `${row.period}${start(row)}: ${row.tips_count} tips, ${row.amount_eur_minor}`);
}

describe("a paid tip", () => {
  it("a paid tip counts on its day, in its month and in the last thirty days", async () => {
    await payTip(world, creator, { amount: 5_00 });
    await payTip(world, creator, { amount: 10_00 });
    expect(await daysOf(creator)).toEqual([
      { day: "2026-11-21", currency: "EUR", tips_count: 2, amount_minor: 15_00, amount_eur_minor: 15_00 },
    ]);
    expect(await ranksOf(creator)).toEqual([
      "30DAYS: 2 tips, 1500",
      "DAY 2026-11-21: 2 tips, 1500",
      "MONTH 2026-11-01: 2 tips, 1500",
    ]);
  });

  it("a paid tip counts on the day in Berlin on which it was paid", async () => {
    world = createTipWorld(world.db, movableClock(new Date("2026-11-30T22:59:59Z")));
    await payTip(world, creator, { amount: 5_00 });
    world.time.passSeconds(1);
    await payTip(world, creator, { amount: 7_00 });
    expect((await daysOf(creator)).map((row) => [row.day, row.amount_minor])).toEqual([
      ["2026-11-30", 5_00],
      ["2026-12-01", 7_00],
    ]);
    expect(await ranksOf(creator)).toEqual([
      "30DAYS: 2 tips, 1200",
      "DAY 2026-11-30: 1 tips, 500",
      "DAY 2026-12-01: 1 tips, 700",
      "MONTH 2026-11-01: 1 tips, 500",
      "MONTH 2026-12-01: 1 tips, 700",
    ]);
  });

  it("a paid tip in another currency counts in that currency, and in EUR at the day's rate", async () => {
    const pounds = await createCreator(world, { currency: "GBP" });
    await payTip(world, pounds, { amount: 10_00, payIn: "USD" });
    expect(await daysOf(pounds)).toEqual([
      { day: "2026-11-21", currency: "GBP", tips_count: 1, amount_minor: 10_00, amount_eur_minor: 11_65 },
    ]);
  });

  it("a paid tip counts whatever its review will say", async () => {
    await payTip(world, creator, { message: "www.example.org", amount: 5_00 });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 1 tips, 500");
  });
});

describe("a tip that was charged back", () => {
  it("a tip that was charged back does not count, and counts again when the dispute is won after all", async () => {
    const disputed = await payTip(world, creator, { amount: 20_00 });
    await payTip(world, creator, { amount: 5_00 });
    await tellDispute(world, disputed, "OPEN");
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 2 tips, 2500");
    await tellDispute(world, disputed, "LOST");
    expect(await ranksOf(creator)).toEqual([
      "30DAYS: 1 tips, 500",
      "DAY 2026-11-21: 1 tips, 500",
      "MONTH 2026-11-01: 1 tips, 500",
    ]);
    await tellDispute(world, disputed, "WON");
    expect(await ranksOf(creator)).toEqual([
      "30DAYS: 2 tips, 2500",
      "DAY 2026-11-21: 2 tips, 2500",
      "MONTH 2026-11-01: 2 tips, 2500",
    ]);
  });

  it("a tip with two disputes over parts of it counts for what is left", async () => {
    const disputed = await payTip(world, creator, { amount: 20_00 });
    await payTip(world, creator, { amount: 5_00 });
    const half = disputed.charged_minor / 2;
    await tellDispute(world, disputed, "LOST", { ref: "one", amount: half });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 2 tips, 1500");
    await tellDispute(world, disputed, "LOST", { ref: "other", amount: half });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 1 tips, 500");
    await tellDispute(world, disputed, "WON", { ref: "one", amount: half });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 2 tips, 1500");
    await tellDispute(world, disputed, "WON", { ref: "other", amount: half });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 2 tips, 2500");
  });
});

/** A creator's months as "ITEM : 1 tips, 500", and fans as "2 tips, 1500, last on …", the richest first. */
async function totalsOf(who: Creator) {
  const months = await world.db
    .selectFrom("monthly_tip_totals")
    .selectAll()
    .where("creator_id", "=", who.id)
    .orderBy("month")
    .orderBy("dimension")
    .orderBy("key")
    .execute();
  const fans = await world.db
    .selectFrom("fan_totals")
    .selectAll()
    .where("creator_id", "=", who.id)
    .orderBy("amount_minor", "desc")
    .execute();
  const counts = await world.db
    .selectFrom("fan_counts")
    .select(["currency", "fans_count", "returning_count"])
    .where("creator_id", "=", who.id)
    .execute();
  return {
    months: months.map(
      (row) => `${row.month} ${row.dimension} ${row.key}: ${row.tips_count}, ${row.amount_minor}`,
    ),
    fans: fans.map((row) => `${row.fan_key.length} ${row.currency}: ${row.tips_count}, ${row.amount_minor}`),
    counts,
  };
}

describe("months and fans", () => {
  it("months count each tip once by country, item and kind, and fans by address in any case", async () => {
    await payTip(world, creator, { amount: 5_00, email: "Fan@Example.org", country: "AT" });
    await payTip(world, creator, { amount: 7_00, email: "fan@example.org", type: "INETCASH_OB" });
    await payTip(world, creator, { amount: 9_00, email: "other@example.org" });
    await payTip(world, creator, { amount: 1_00 });
    await payTip(world, creator, { amount: 2_00 });
    expect(await totalsOf(creator)).toEqual({
      months: [
        "2026-11-01 COUNTRY AT: 1, 500",
        "2026-11-01 COUNTRY DE: 4, 1900",
        "2026-11-01 ITEM : 5, 2400",
        "2026-11-01 TYPE INETCASH_CC: 4, 1700",
        "2026-11-01 TYPE INETCASH_OB: 1, 700",
      ],
      fans: ["32 EUR: 2, 1200", "32 EUR: 1, 900", "0 EUR: 2, 300"],
      counts: [{ currency: "EUR", fans_count: 2, returning_count: 1 }],
    });
  });

  it("a refund of a part lowers months and fans, and the last part takes the tip away", async () => {
    const payment = await payTip(world, creator, { amount: 20_00, email: "fan@example.org" });
    await payTip(world, creator, { amount: 5_00, email: "fan@example.org" });
    await refund(world, payment, by(creator), 5_00);
    expect((await totalsOf(creator)).fans).toEqual(["32 EUR: 2, 2000"]);
    expect(await daysOf(creator)).toMatchObject([{ tips_count: 2, amount_minor: 20_00 }]);
    await refund(world, payment, by(creator), 15_00);
    expect(await totalsOf(creator)).toMatchObject({
      months: [
        "2026-11-01 COUNTRY DE: 1, 500",
        "2026-11-01 ITEM : 1, 500",
        "2026-11-01 TYPE INETCASH_CC: 1, 500",
      ],
      fans: ["32 EUR: 1, 500"],
      counts: [{ fans_count: 1, returning_count: 0 }],
    });
  });

  it("a reversal lowers the month in which the tip was paid, by the EUR that were counted then, whatever the rates are now", async () => {
    world = createTipWorld(world.db, movableClock(new Date("2026-11-30T22:59:59Z")));
    const pounds = await createCreator(world, { currency: "GBP" });
    const payment = await payTip(world, pounds, { amount: 10_00, payIn: "USD", type: "INETCASH_CC" });
    world.time.passSeconds(1);
    await payTip(world, pounds, { amount: 3_00 });
    // Pounds are worth twice as much on that day, as it turns out.
    const rate = { currency: "GBP", rate_date: "2026-11-30", units_per_euro: "0.43", source: "test" };
    await world.db.insertInto("reference_rates").values(rate).execute();
    try {
      await tellDispute(world, payment, "LOST");
      expect(await daysOf(pounds)).toMatchObject([
        { day: "2026-11-30", tips_count: 0, amount_minor: 0, amount_eur_minor: 0 },
        { day: "2026-12-01", tips_count: 1, amount_minor: 3_00 },
      ]);
      expect((await totalsOf(pounds)).months.filter((row) => row.includes("TYPE"))).toEqual([
        "2026-11-01 TYPE INETCASH_CC: 0, 0",
        "2026-12-01 TYPE INETCASH_CC: 1, 300",
      ]);
      await tellDispute(world, payment, "WON");
      expect((await daysOf(pounds))[0]).toMatchObject({ tips_count: 1, amount_eur_minor: 11_65 });
    } finally {
      await world.db.deleteFrom("reference_rates").where("source", "=", "test").execute();
    }
  });

  it("the roll-ups come to what the books say: tips less refunds and lost disputes", async () => {
    const pounds = await createCreator(world, { currency: "GBP" });
    for (const who of [creator, pounds]) {
      const [first, second, third] = [
        await payTip(world, who, { amount: 20_00, email: "a@example.org" }),
        await payTip(world, who, { amount: 10_00 }),
        await payTip(world, who, { amount: 8_00, email: "a@example.org" }),
      ];
      await refund(world, first, by(who), 6_50);
      await tellDispute(world, second, "LOST", { amount: Math.floor(second.charged_minor / 3) });
      await tellDispute(world, third, "LOST");
      await tellDispute(world, third, "WON");
      const { rows } = await sql<{ booked: number }>`
        select sum(case when c.owner = ${who.id} and t.kind in ('tip_paid', 'dispute_reversed') then m.amount_minor
          when d.owner = ${who.id} and t.kind in ('tip_refunded', 'dispute_lost') then -m.amount_minor else 0 end)::bigint as booked
        from ledger_transfer m join ledger_transaction t on t.id = m.transaction_id
          join ledger_account d on d.id = m.debit_account join ledger_account c on c.id = m.credit_account`.execute(
        world.db,
      );
      const kept = (await daysOf(who)).reduce((sum, row) => sum + row.amount_minor, 0);
      expect([who.currency, kept]).toEqual([who.currency, rows[0]?.booked]);
    }
  });

  it("roll-ups that were changed by hand are found by the check and rebuilt as they were", async () => {
    await payTip(world, creator, { amount: 20_00, email: "a@example.org" });
    const payment = await payTip(world, creator, { amount: 10_00 });
    await refund(world, payment, by(creator), 4_00);
    const before = {
      ...(await totalsOf(creator)),
      days: await daysOf(creator),
      ranks: await ranksOf(creator),
    };
    await sql`update daily_tip_totals set amount_minor = amount_minor + 1`.execute(world.db);
    await sql`delete from fan_totals where creator_id = ${creator.id}`.execute(world.db);
    await sql`update waiting_totals set amount_minor = amount_minor - 1 where creator_id = ${creator.id}`.execute(
      world.db,
    );
    await sql`update tip_allocations set counted_minor = 1 where creator_id = ${creator.id}`.execute(
      world.db,
    );
    const faults = await checkRollups(world.db);
    expect(new Set(faults.map(({ table }) => table))).toEqual(
      new Set(["tip_allocations", "waiting_totals", "daily_tip_totals", "fan_totals"]),
    );
    await world.db.transaction().execute((trx) => rebuildRollups(trx, world.clock()));
    expect(await checkRollups(world.db)).toEqual([]);
    const after = {
      ...(await totalsOf(creator)),
      days: await daysOf(creator),
      ranks: await ranksOf(creator),
    };
    expect(after).toEqual(before);
  });

  it("months and fans that are made anew beside settling tips differ in nothing afterwards, and lose none", async () => {
    const other = await createCreator(world);
    const begun = [];
    for (let n = 0; n < 12; n += 1)
      begun.push(
        await beginTip(world, n % 2 ? creator : other, { amount: 5_00, email: `fan${n % 3}@fans.example` }),
      );
    const rebuild = async () => {
      await world.db.transaction().execute((trx) => rebuildRollups(trx, world.clock()));
    };
    const acts = begun.flatMap((payment, n) => [
      async () => {
        await tell(world, payment, { state: "PAID" });
      },
      ...(n % 3 === 0 ? [rebuild] : []),
    ]);
    await all(acts, async (act) => await act());
    expect(await checkRollups(world.db)).toEqual([]);
    for (const who of [creator, other])
      expect(await daysOf(who)).toEqual([
        { day: "2026-11-21", currency: "EUR", tips_count: 6, amount_minor: 30_00, amount_eur_minor: 30_00 },
      ]);
  });
});

describe("the window of thirty days", () => {
  it("the last thirty days are what their days say, and a day that is over thirty days ago is gone", async () => {
    await payTip(world, creator, { amount: 5_00 });
    world.time.passSeconds(DAY_SECONDS);
    await payTip(world, creator, { amount: 7_00 });
    const windowOf = async () => (await ranksOf(creator)).find((rank) => rank.startsWith("30DAYS"));
    world.time.passSeconds(28 * DAY_SECONDS);
    await slideThirtyDays(world.db, world.clock());
    expect(await windowOf()).toBe("30DAYS: 2 tips, 1200");
    world.time.passSeconds(DAY_SECONDS);
    await slideThirtyDays(world.db, world.clock());
    expect(await windowOf()).toBe("30DAYS: 1 tips, 700");
    world.time.passSeconds(DAY_SECONDS);
    await slideThirtyDays(world.db, world.clock());
    expect(await windowOf()).toBeUndefined();
  });

  it("the last thirty days leave out a tip whose payment becomes known later than that", async () => {
    const paidAt = world.clock();
    world.time.passSeconds(40 * DAY_SECONDS);
    const payment = await beginTip(world, creator, { type: "INETCASH_OB", amount: 5_00 });
    await tell(world, payment, { paidAt });
    expect(await ranksOf(creator)).toEqual(["DAY 2026-11-21: 1 tips, 500", "MONTH 2026-11-01: 1 tips, 500"]);
  });

  it("the last thirty days say the same counted tip by tip, also many at once, as rebuilt", async () => {
    const fans = Array.from({ length: 20 }, (_, index) => payTip(world, creator, { amount: 1_00 + index }));
    await Promise.all([...fans, slideThirtyDays(world.db, world.clock())]);
    const counted = await ranksOf(creator);
    await slideThirtyDays(world.db, world.clock());
    expect(await ranksOf(creator)).toEqual(counted);
    expect(counted[0]).toBe("30DAYS: 20 tips, 2190");
  });
});
