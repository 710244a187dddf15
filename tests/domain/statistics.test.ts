import { sql } from "kysely";
import { expect } from "vitest";
import type { Period } from "../../app/domain/statistics/periods.ts";
import {
  countFans,
  findFirstTipDay,
  listTipCurrencies,
  readGrowth,
  readMonths,
  readStatistics,
  readWeek,
} from "../../app/domain/statistics/statistics.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

let world: TipWorld;

it.beforeAll(async ({ database }) => {
  // A Sunday in Berlin, one second before its end.
  world = createTipWorld(database.db, movableClock(new Date("2026-11-29T22:59:59Z")));
});

const TWELVE_MONTHS = { from: "2026-01-01", to: "2026-12-01" };

function statistics(creator: { id: string }, currency: string, period: Period, before: Period | null = null) {
  return readStatistics(world.db, { creator_id: creator.id, currency, period, before }, world.clock());
}

it("statistics show what was paid by month, method, country and item, less reversals, as the books do", async () => {
  const creator = await createCreator(world);
  const { db } = world;
  expect(await listTipCurrencies(db, creator.id, "EUR")).toEqual([]);
  const first = await payTip(world, creator, { amount: 20_00, email: "a@example.org", type: "INETCASH_OB" });
  await payTip(world, creator, { amount: 10_00, email: "A@example.org", country: "AT" });
  world.time.passSeconds(1);
  await payTip(world, creator, { amount: 4_00 });
  world.time.passSeconds(DAY_SECONDS);
  await payTip(world, creator, { amount: 3_01, email: "b@example.org" });
  await refund(world, first, by(creator), 5_00);
  await expectCleanBooks(db, world.clock());

  expect(await listTipCurrencies(db, creator.id, "EUR")).toEqual(["EUR"]);
  expect(await findFirstTipDay(db, creator.id, "EUR")).toBe("2026-11-29");
  const months = await readMonths(db, creator.id, "EUR", world.clock());
  expect(months.map(({ month }) => month)).toEqual([
    ...["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"],
    ...["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"],
  ]);
  const growth = (at: string) => readGrowth(db, creator.id, "EUR", new Date(at));
  // December the 1st against November the 1st, the whole of December against the whole of November.
  expect(await growth("2026-12-01T12:00:00Z")).toEqual({
    ...{ until: "2026-11-01", this_minor: 3_01, before_minor: 0 },
  });
  expect(await growth("2026-12-31T12:00:00Z")).toEqual({
    ...{ until: "2026-11-30", this_minor: 3_01, before_minor: 29_00 },
  });
  const { days } = await readWeek(db, creator.id, "EUR", world.clock());
  expect(days.map(({ day, amount_minor }) => [day, amount_minor])).toEqual([
    ["2026-11-30", 4_00],
    ["2026-12-01", 3_01],
    ...["02", "03", "04", "05", "06"].map((day) => [`2026-12-${day}`, 0]),
  ]);
  const found = await statistics(creator, "EUR", TWELVE_MONTHS);
  expect(found).toEqual({
    currency: "EUR",
    unit: "month",
    // Months before the first tip are left out.
    steps: [
      { step: "2026-12", tips_count: 1, amount_minor: 3_01, waiting_minor: 3_01 },
      { step: "2026-11", tips_count: 3, amount_minor: 29_00, waiting_minor: 14_00 },
    ],
    types: [
      { key: "INETCASH_CC", group: null, tips_count: 3, amount_minor: 17_01 },
      { key: "INETCASH_OB", group: null, tips_count: 1, amount_minor: 15_00 },
    ],
    countries: [
      { key: "DE", group: null, tips_count: 3, amount_minor: 22_01 },
      { key: "AT", group: null, tips_count: 1, amount_minor: 10_00 },
    ],
    items: [{ key: "", group: null, tips_count: 4, amount_minor: 32_01 }],
    figures: {
      all: { tips_count: 4, amount_minor: 32_01 },
      average_minor: 8_00,
      best_day: { day: "2026-11-29", tips_count: 2, amount_minor: 25_00 },
    },
    before: null,
  });
  const { rows } = await sql<{ owed: number }>`
    select sum(credits - debits)::bigint as owed from ledger_account
    where owner = ${creator.id} and code in ('creator_pending', 'creator_available')`.execute(db);
  expect(rows).toEqual([{ owed: found.figures.all.amount_minor }]);
});

it("each currency has statistics of its own, the creator's currency first", async () => {
  const creator = await createCreator(world, { currency: "USD" });
  await payTip(world, creator, { amount: 10_00 });
  await world.db.updateTable("users").set({ currency: "GBP" }).where("id", "=", creator.id).execute();
  await payTip(world, { ...creator, currency: "GBP" }, { amount: 7_00 });
  expect(await listTipCurrencies(world.db, creator.id, "GBP")).toEqual(["GBP", "USD"]);
  for (const [currency, amount_minor] of [
    ["GBP", 7_00],
    ["USD", 10_00],
    ["EUR", 0],
  ] as const)
    expect((await statistics(creator, currency, TWELVE_MONTHS)).figures.all.amount_minor).toBe(amount_minor);
});

it("days of a part of a month are counted in Berlin, beside those before them", async () => {
  const creator = await createCreator(world);
  const here = createTipWorld(world.db, movableClock(new Date("2026-10-31T22:59:59Z")));
  const first = await payTip(here, creator, { amount: 20_00, type: "INETCASH_OB" });
  here.time.passSeconds(1);
  await payTip(here, creator, { amount: 10_00, country: "AT" });
  await refund(here, first, by(creator), 5_00);
  here.time.passSeconds(DAY_SECONDS);
  await payTip(here, creator, { amount: 2_00, country: "AT" });
  const october = { from: "2026-10-31", to: "2026-10-31" };
  const november = { from: "2026-11-01", to: "2026-11-01" };
  const asked = { creator_id: creator.id, currency: "EUR", period: november, before: october };
  const found = await readStatistics(here.db, asked, here.clock());
  expect(found).toMatchObject({
    unit: "day",
    steps: [{ step: "2026-11-01", tips_count: 1, amount_minor: 10_00 }],
    types: [{ key: "INETCASH_CC", tips_count: 1, amount_minor: 10_00 }],
    countries: [{ key: "AT", tips_count: 1, amount_minor: 10_00 }],
    figures: { all: { tips_count: 1, amount_minor: 10_00 }, best_day: { day: "2026-11-01" } },
    before: { all: { tips_count: 1, amount_minor: 15_00 }, average_minor: 15_00 },
  });
  // A part of October by its tips, and November by its totals.
  const both = await readStatistics(
    here.db,
    { ...asked, period: { from: "2026-10-31", to: "2026-11-02" } },
    here.clock(),
  );
  expect(both.types.map(({ key, amount_minor }) => [key, amount_minor])).toEqual([
    ["INETCASH_OB", 15_00],
    ["INETCASH_CC", 12_00],
  ]);
  const empty = await readStatistics(
    here.db,
    { ...asked, period: { from: "2026-09-01", to: "2026-09-02" } },
    here.clock(),
  );
  expect(empty).toMatchObject({ steps: [], types: [], figures: { best_day: null, average_minor: 0 } });
});

it("a period counts new fans and those with a later tip", async () => {
  const creator = await createCreator(world);
  const here = createTipWorld(world.db, movableClock(new Date("2026-11-10T12:00:00Z")));
  const pay = (email?: string) => payTip(here, creator, { amount: 5_00, ...(email && { email }) });
  await pay("old@example.org");
  await pay("gone@example.org");
  here.time.passSeconds(DAY_SECONDS);
  await pay("old@example.org");
  await pay("Twice@example.org");
  await pay("twice@example.org");
  await pay("once@example.org");
  await pay();
  const returned = await pay("returned@example.org");
  await refund(here, returned, by(creator), 5_00);
  here.time.passSeconds(DAY_SECONDS);
  await pay("once@example.org");
  const fans = (from: string, to: string) => countFans(here.db, creator.id, "EUR", { from, to });
  expect(await fans("2026-11-10", "2026-11-10")).toEqual({ all: 2, new: 2, returning: 0 });
  expect(await fans("2026-11-11", "2026-11-11")).toEqual({ all: 3, new: 2, returning: 2 });
  expect(await fans("2026-11-12", "2026-11-30")).toEqual({ all: 1, new: 0, returning: 1 });
  expect(await fans("2026-11-01", "2026-11-30")).toEqual({ all: 4, new: 4, returning: 3 });
  expect(await countFans(here.db, creator.id, "EUR", null)).toEqual({ all: 4, new: 4, returning: 3 });
  expect(await countFans(here.db, creator.id, "USD", null)).toEqual({ all: 0, new: 0, returning: 0 });
});
