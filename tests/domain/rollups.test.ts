import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/earnings.server.ts";
import { slideThirtyDays } from "../../app/domain/rollups/rollups.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
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

let database: TestDatabase;
let world: TipWorld;
let creator: Creator;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});
afterEach(async () => {
  await releaseDueFunds(world.db, world.clock());
  await expectCleanBooks(world.db, world.clock());
});
afterAll(() => database.drop());

const daysOf = (who: Creator) =>
  world.db
    .selectFrom("daily_tip_totals")
    .select(["day", "currency", "tips_count", "amount_minor", "amount_eur_minor"])
    .where("creator_id", "=", who.id)
    .orderBy("day")
    .execute();

/** A creator's ranks as "MONTH 2026-11-01: 2 tips, 1500". */
async function ranksOf(who: Creator): Promise<string[]> {
  const rows = await world.db
    .selectFrom("leaderboard_totals")
    .selectAll()
    .where("creator_id", "=", who.id)
    .orderBy("period")
    .orderBy("period_start")
    .execute();
  const start = (row: (typeof rows)[number]) => (row.period === "30DAYS" ? "" : ` ${row.period_start}`);
  return rows.map((row) => `${row.period}${start(row)}: ${row.tips_count} tips, ${row.amount_eur_minor}`);
}

describe("a paid tip", () => {
  it("counts on its day, in its month and in the last thirty days", async () => {
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

  it("counts on the day in Berlin on which it was paid", async () => {
    world = createTipWorld(database.db, movableClock(new Date("2026-11-30T22:59:59Z")));
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

  it("in another currency counts in that currency, and in EUR at the day's rate", async () => {
    const pounds = await createCreator(world, { currency: "GBP" });
    await payTip(world, pounds, { amount: 10_00, payIn: "USD" });
    expect(await daysOf(pounds)).toEqual([
      { day: "2026-11-21", currency: "GBP", tips_count: 1, amount_minor: 10_00, amount_eur_minor: 11_65 },
    ]);
  });

  it("counts whatever its review will say", async () => {
    await payTip(world, creator, { message: "www.example.org", amount: 5_00 });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 1 tips, 500");
  });
});

describe("a tip that was charged back", () => {
  it("does not count any more, and counts again when the dispute is won after all", async () => {
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

  it("by two disputes over its parts is taken out once", async () => {
    const disputed = await payTip(world, creator, { amount: 20_00 });
    await payTip(world, creator, { amount: 5_00 });
    for (const ref of ["one", "other"]) await tellDispute(world, disputed, "LOST", { ref, amount: 11_00 });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 1 tips, 500");
    await tellDispute(world, disputed, "WON", { ref: "one", amount: 11_00 });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 1 tips, 500");
    await tellDispute(world, disputed, "WON", { ref: "other", amount: 11_00 });
    expect(await ranksOf(creator)).toContain("DAY 2026-11-21: 2 tips, 2500");
  });
});

describe("the window of thirty days", () => {
  it("slides: what left it is gone, what is in it is what the days say", async () => {
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

  it("does not take in a tip whose news comes after its day has left the window", async () => {
    const paidAt = world.clock();
    world.time.passSeconds(40 * DAY_SECONDS);
    const payment = await beginTip(world, creator, { type: "INETCASH_OB", amount: 5_00 });
    await tell(world, payment, { paidAt });
    expect(await ranksOf(creator)).toEqual(["DAY 2026-11-21: 1 tips, 500", "MONTH 2026-11-01: 1 tips, 500"]);
  });

  it("says the same whether tips were counted one by one or made anew, also with many at once", async () => {
    const fans = Array.from({ length: 20 }, (_, index) => payTip(world, creator, { amount: 1_00 + index }));
    await Promise.all([...fans, slideThirtyDays(world.db, world.clock())]);
    const counted = await ranksOf(creator);
    await slideThirtyDays(world.db, world.clock());
    expect(await ranksOf(creator)).toEqual(counted);
    expect(counted[0]).toBe("30DAYS: 20 tips, 2190");
  });
});
