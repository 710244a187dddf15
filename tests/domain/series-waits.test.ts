import { expect } from "vitest";
import { changeDay, pauseSeries, stopSeries } from "../../app/domain/series/change-series.server.ts";
import { answerForm } from "../../app/domain/series/declarations.server.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { DAY_SECONDS, type TipWorld } from "../support/money/tip-world.ts";
import { beginSeries, live, mailsAbout, paidMonths, seriesOf } from "../support/series/series-world.ts";

// What lets a charge wait holds, whatever happens meanwhile (docs/product.md, 5.16). The first payment is on 21 November.

async function closeFor(
  world: TipWorld,
  id: string,
  days: number,
  meanwhile = async (): Promise<void> => undefined,
): Promise<void> {
  const setPaused = (paused_at: Date | null) =>
    world.db.updateTable("users").set({ paused_at }).where("id", "=", id).execute();
  await setPaused(world.clock());
  await live(world, days);
  await meanwhile();
  await setPaused(null);
  await live(world, 1);
}

async function declare(world: TipWorld): Promise<void> {
  const entered = { id: world.newId(), kind: "CANCEL" as const, email: "ida@example.org", locale: "en" };
  const said = { name: "Ida", contract: null, words_encrypted: null, until: null, reason: null };
  const received_at = world.clock().toISOString();
  const services = { ...world, support_email: "support@example.org" };
  await answerForm(services, { ...entered, ...said, received_at });
}

it("a fan's pause outlives their creator's", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator);
  await pauseSeries(world, { series_id: series.id, months: 3 });
  await closeFor(world, creator.id, 1);
  expect(await seriesOf(world, series.id)).toMatchObject({
    ...{ status: "ACTIVE", next_charge_on: "2027-03-21", charge_month: "2027-03-01" },
    paused_until: "2027-03-21",
  });
  await live(world, 118);
  expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2027-03"]);
});

it("a fan's pause that ends while the creator pauses is over", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator);
  await pauseSeries(world, { series_id: series.id, months: 1 });
  await live(world, 20);
  await closeFor(world, creator.id, 45);
  const after = { next_charge_on: "2027-02-21", charge_month: "2027-02-01", paused_until: null };
  expect(await seriesOf(world, series.id)).toMatchObject({ status: "ACTIVE", ...after });
});

it("another day in a pause leaves out as many charges", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator);
  await pauseSeries(world, { series_id: series.id, months: 3 });
  await changeDay(world, { series_id: series.id, day: 25 });
  const after = { next_charge_on: "2027-03-25", paused_until: "2027-03-25", day: 25 };
  expect(await seriesOf(world, series.id)).toMatchObject(after);
  await live(world, 100);
  expect(await paidMonths(world, series.id)).toEqual(["2026-11"]);
});

it("the wait after a cancellation outlives a creator's pause and another day", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator);
  await live(world, 27);
  await declare(world);
  const { next_charge_on } = await seriesOf(world, series.id);
  await closeFor(world, creator.id, 1);
  await changeDay(world, { series_id: series.id, day: 22 });
  expect(await seriesOf(world, series.id)).toMatchObject({ status: "ACTIVE", next_charge_on });
  expect(next_charge_on).toBe("2026-12-25");
  await live(world, 4);
  expect(await paidMonths(world, series.id)).toEqual(["2026-11"]);
  await live(world, 1);
  expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
});

it("a cancellation while the creator pauses lets the charge wait after it", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator);
  await closeFor(world, creator.id, 27, () => declare(world));
  const after = { status: "ACTIVE", next_charge_on: "2026-12-25", charge_month: "2026-12-01" };
  expect(await seriesOf(world, series.id)).toMatchObject(after);
});

it.for([
  { what: "taken up again", act: closeFor },
  {
    what: "moved to a near day",
    act: async (world: TipWorld) => {
      await live(world, 28);
      const { id } = await world.db.selectFrom("tip_series").select("id").executeTakeFirstOrThrow();
      await changeDay(world, { series_id: id, day: 22 });
    },
  },
  { what: "due in an outage", act: async (world: TipWorld) => world.time.passSeconds(30 * DAY_SECONDS) },
])("a debit that is $what is charged five days after its mail", async ({ act }, { world, creator }) => {
  const { series } = await beginSeries(world, creator, { type: "INETCASH_DD" });
  await act(world, creator.id, 28);
  await live(world, 9);
  const [charge] = await world.db
    .selectFrom("payments as p")
    .innerJoin("tips as t", "t.id", "p.tip_id")
    .select(["p.created_at"])
    .where("t.series_month", "=", "2026-12-01")
    .execute();
  const on = charge?.created_at.toISOString().slice(0, 10) ?? "";
  expect(await mailsAbout(world, series.id)).toContain(`reminder:${on}`);
  const { created_at: mailed } = await world.db
    .selectFrom("mail_outbox")
    .select("created_at")
    .where("dedupe_key", "=", `series:${series.id}:reminder:${on}`)
    .executeTakeFirstOrThrow();
  const waited = (charge?.created_at.getTime() ?? 0) - mailed.getTime();
  expect(waited).toBeGreaterThanOrEqual(5 * DAY_SECONDS * 1000);
});

it("changes all day fill no mailbox; each takes effect, and the stop is mailed", async ({
  world,
  creator,
}) => {
  const { series } = await beginSeries(world, creator);
  for (let change = 0; change < 40; change += 1) {
    world.time.passSeconds(60);
    await changeDay(world, { series_id: series.id, day: 1 + (change % 28) });
  }
  expect(await seriesOf(world, series.id)).toMatchObject({ day: 12 });
  await stopSeries(world, series.id);
  const mails = await mailsAbout(world, series.id);
  expect(mails.filter((key) => key.startsWith("changed:DAY"))).toHaveLength(13);
  expect(mails.at(-1)).toBe("ended");
});

it("another day soon behind a charge takes the following month", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator);
  const { id: series_id } = series;
  // Paid on 21 November.
  await changeDay(world, { series_id, day: 11 });
  expect(await seriesOf(world, series_id)).toMatchObject({
    ...{ next_charge_on: "2027-01-11", charge_month: "2027-01-01" },
  });
  await changeDay(world, { series_id, day: 12 });
  expect(await seriesOf(world, series_id)).toMatchObject({ next_charge_on: "2026-12-12" });
});
