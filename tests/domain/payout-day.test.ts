import { sql } from "kysely";
import { afterEach, expect } from "vitest";
import {
  isMonthlyRunDue,
  payThoseWhoWaited,
  runMonthlyPayouts,
} from "../../app/domain/payouts/monthly-run.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { type PayoutWorld, payoutsOf, richCreator, withPayouts } from "../support/money/payout-world.ts";
import { type Creator, createTipWorld } from "../support/money/tip-world.ts";

let world: PayoutWorld;

it.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  await sql`update kysely_migration set timestamp = '2026-10-20T12:00:00.000Z'`.execute(world.db);
  await world.db.insertInto("payout_runs").values(doneRun("2026-11")).execute();
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

function doneRun(period: string) {
  const at = new Date(`${period}-01T06:00:00Z`);
  return { period, started_at: at, finished_at: at, payouts_count: 0 };
}

function payOn(day: number): void {
  const { rules } = defaultSettings;
  world.rules = { ...rules, payout: { ...rules.payout, day } };
}

/** The hour's job, at this moment. */
async function tick(moment: string): Promise<string> {
  world.time.passSeconds((Date.parse(moment) - world.clock().getTime()) / 1000);
  if (await isMonthlyRunDue(world)) return (await runMonthlyPayouts(world)).outcome;
  await payThoseWhoWaited(world);
  return "not due";
}

/** Of their own for each month: an open payout would block the next. */
const periods = async (creator: Creator) => (await payoutsOf(world, creator)).map(({ period }) => period);

it("the payout day begins at 06:00 in Berlin, in winter and in summer", async () => {
  payOn(15);
  expect(await tick("2026-12-15T04:59:59Z")).toBe("not due");
  expect(await tick("2026-12-15T05:00:00Z")).toBe("done");
  await world.db.insertInto("payout_runs").values(doneRun("2027-06")).execute();
  expect(await tick("2027-07-15T03:59:59Z")).toBe("not due");
  expect(await tick("2027-07-15T04:00:00Z")).toBe("done");
});

it("a later payout day pays nobody twice in a month, and skips none", async () => {
  const first = await richCreator(world, 200_00);
  expect(await tick("2026-12-01T05:00:00Z")).toBe("done");
  payOn(15);
  const second = await richCreator(world, 200_00);
  expect(await tick("2026-12-10T12:00:00Z")).toBe("not due");
  expect(await tick("2026-12-15T05:00:00Z")).toBe("not due");
  expect(await tick("2027-01-01T05:00:00Z")).toBe("not due");
  expect(await periods(second)).toEqual([]);
  expect(await tick("2027-01-15T05:00:00Z")).toBe("done");
  expect([await periods(first), await periods(second)]).toEqual([["2026-12"], ["2027-01"]]);
});

it("an earlier payout day pays the month at once, and the next one on its day", async () => {
  payOn(28);
  const first = await richCreator(world, 200_00);
  expect(await tick("2026-12-10T12:00:00Z")).toBe("not due");
  payOn(5);
  expect(await tick("2026-12-10T13:00:00Z")).toBe("done");
  const second = await richCreator(world, 200_00);
  expect(await tick("2026-12-28T05:00:00Z")).toBe("not due");
  expect(await tick("2027-01-05T04:00:00Z")).toBe("not due");
  expect(await tick("2027-01-05T05:00:00Z")).toBe("done");
  expect([await periods(first), await periods(second)]).toEqual([["2026-12"], ["2027-01"]]);
});

it("a month that was frozen to its end is paid in the next one, before its own day", async () => {
  payOn(28);
  const creator = await richCreator(world, 200_00);
  const freeze = { id: world.newId(), reason: "a test", frozen_at: world.clock() };
  await world.db.insertInto("payout_freezes").values(freeze).execute();
  expect(await tick("2026-12-28T05:00:00Z")).toBe("frozen");
  await world.db.updateTable("payout_freezes").set({ lifted_at: world.clock() }).execute();
  expect(await tick("2027-01-03T12:00:00Z")).toBe("done");
  expect(await periods(creator)).toEqual(["2026-12"]);
  expect(await tick("2027-01-28T05:00:00Z")).toBe("done");
  payOn(1);
  expect(await tick("2027-01-29T12:00:00Z")).toBe("not due");
});

it("a month that a later one has overtaken is not paid again after a change of the day", async () => {
  await world.db
    .insertInto("payout_runs")
    .values({ ...doneRun("2026-12"), finished_at: null })
    .execute();
  expect(await tick("2027-01-01T05:00:00Z")).toBe("done");
  payOn(28);
  const creator = await richCreator(world, 200_00);
  expect(await tick("2027-01-03T12:00:00Z")).toBe("not due");
  expect(await runMonthlyPayouts(world)).toEqual({ outcome: "done_before", period: "2026-12" });
  expect(await periods(creator)).toEqual([]);
});

it("what waited for an email address's days is paid in the next month, too, with the last run", async () => {
  payOn(28);
  const creator = await richCreator(world, 200_00);
  const until = new Date("2027-01-02T12:00:00Z");
  await world.db.updateTable("users").set({ email_undo_until: until }).where("id", "=", creator.id).execute();
  expect(await tick("2026-12-28T05:00:00Z")).toBe("done");
  expect(await tick("2027-01-02T11:00:00Z")).toBe("not due");
  expect(await periods(creator)).toEqual([]);
  expect(await tick("2027-01-02T13:00:00Z")).toBe("not due");
  expect(await periods(creator)).toEqual(["2026-12"]);
});
