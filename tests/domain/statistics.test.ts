import { sql } from "kysely";
import { expect } from "vitest";
import { listTipCurrencies, readStatistics } from "../../app/domain/statistics/statistics.server.ts";
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

it("statistics show what was paid by month, day of the week, kind, country and item, less what went back, as the books do", async () => {
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
  const found = await readStatistics(db, creator.id, "EUR", world.clock());
  expect(found.months.map(({ month }) => month)).toEqual([
    ...["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"],
    ...["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"],
  ]);
  expect(found.months.slice(-2)).toEqual([
    { month: "2026-11", tips_count: 3, amount_minor: 29_00, waiting_minor: 14_00 },
    { month: "2026-12", tips_count: 1, amount_minor: 3_01, waiting_minor: 3_01 },
  ]);
  expect(found.week.map(({ day, amount_minor }) => [day, amount_minor])).toEqual([
    ["2026-11-30", 4_00],
    ["2026-12-01", 3_01],
    ...["02", "03", "04", "05", "06"].map((day) => [`2026-12-${day}`, 0]),
  ]);
  expect(found).toMatchObject({
    types: [
      { key: "INETCASH_CC", tips_count: 3, amount_minor: 17_01 },
      { key: "INETCASH_OB", tips_count: 1, amount_minor: 15_00 },
    ],
    countries: [
      { key: "DE", tips_count: 3, amount_minor: 22_01 },
      { key: "AT", tips_count: 1, amount_minor: 10_00 },
    ],
    items: [{ key: "", tips_count: 4, amount_minor: 32_01 }],
    this_month: { tips_count: 1, amount_minor: 3_01 },
    all: { tips_count: 4, amount_minor: 32_01 },
    average_minor: 8_00,
    best_day: { day: "2026-11-29", tips_count: 2, amount_minor: 25_00 },
    fans: { all: 2, returning: 1 },
  });
  const { rows } = await sql<{ owed: number }>`
    select sum(credits - debits)::bigint as owed from ledger_account
    where owner = ${creator.id} and code in ('creator_pending', 'creator_available')`.execute(db);
  expect(rows).toEqual([{ owed: found.all.amount_minor }]);
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
    expect((await readStatistics(world.db, creator.id, currency, world.clock())).all.amount_minor).toBe(
      amount_minor,
    );
});
