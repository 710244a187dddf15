import { describe, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { chargeDueSeries } from "../../app/domain/payment-updates/charge-series.server.ts";
import {
  payOwedMonth,
  startMethodChange,
  takeSetUpEvent,
} from "../../app/domain/payment-updates/series-method.server.ts";
import {
  changeAmount,
  changeDay,
  pauseSeries,
  resumeSeries,
  stopSeries,
} from "../../app/domain/series/change-series.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import {
  DAY_SECONDS,
  moveAccount,
  paymentOf,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";
import {
  beginSeries,
  charging,
  live,
  mailsAbout,
  paidMonths,
  seriesDay,
  seriesOf,
} from "../support/series/series-world.ts";

const pass = (world: TipWorld, days: number) => world.time.passSeconds(days * DAY_SECONDS);
const URLS = {
  success: () => "https://tribute.example/ok",
  failed: () => "https://tribute.example/failed",
  notice: () => "https://tribute.example/webhooks/scripted",
};

describe("a monthly tip", () => {
  it("is charged once a month on its day, announced before", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator, { amount: 5_00 });
    expect(series).toMatchObject({
      status: "ACTIVE",
      day: 21,
      next_charge_on: "2026-12-21",
      method_label: "Visa •••• 4242",
    });
    await live(world, 62);
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12", "2027-01"]);
    expect(await mailsAbout(world, series.id)).toEqual([
      "started",
      "reminder:2026-12-21",
      "reminder:2027-01-21",
    ]);
    expect(world.provider.charges.map(({ amountMinor }) => amountMinor)).toEqual([5_60, 5_60]);
    await expectCleanBooks(world.db, world.clock());
  });

  it("is charged once by five workers at once", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator);
    pass(world, 30);
    await all(many(5), () => chargeDueSeries(charging(world)));
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
    expect(world.provider.charges).toHaveLength(1);
  });

  it.for(["lost_answer", "unavailable"] as const)(
    "is charged once after an answer that is %s",
    async (how, { world, creator }) => {
      const { series } = await beginSeries(world, creator);
      pass(world, 30);
      world.provider.failNext("charge", how);
      await seriesDay(world);
      expect(await paidMonths(world, series.id)).toEqual(["2026-11"]);
      world.time.passSeconds(600);
      await seriesDay(world);
      await seriesDay(world);
      expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
      expect(world.provider.charges).toHaveLength(1);
    },
  );

  it("after an outage of five weeks is charged once, and two weeks later at the earliest", async ({
    world,
    creator,
  }) => {
    const { series } = await beginSeries(world, creator);
    pass(world, 61);
    await live(world, 40);
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12", "2027-02"]);
  });

  it("is tried again after 3, 5 and 7 days, then suspended, and ends after 60", async ({
    world,
    creator,
  }) => {
    const { series } = await beginSeries(world, creator);
    const refused = {
      state: "FAILED" as const,
      failureCode: "insufficient_funds",
      refusal: "RETRY" as const,
    };
    const [method] = [series.method_ref ?? ""];
    for (const _ of many(4)) world.provider.chargeBecomes(method, refused);
    await live(world, 46);
    expect(world.provider.charges).toHaveLength(4);
    expect(await seriesOf(world, series.id)).toMatchObject({
      status: "SUSPENDED",
      problem: "RETRY",
      failures: 4,
    });
    await live(world, 45);
    expect(await seriesOf(world, series.id)).toMatchObject({ status: "ENDED", end_reason: "UNPAID" });
    expect(
      (await mailsAbout(world, series.id))
        .filter((key) => /problem|ended/.test(key))
        .map((key) => key.split(":", 2).join(":")),
    ).toEqual([...many(4).map(() => "problem:RETRY"), "ended"]);
    expect(world.provider.charges).toHaveLength(4);
  });

  it("of a stolen card is not tried again; another method is charged at once", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator);
    world.provider.chargeBecomes(series.method_ref ?? "", {
      state: "FAILED",
      failureCode: "stolen_card",
      refusal: "METHOD",
    });
    await live(world, 40);
    expect(world.provider.charges).toHaveLength(1);
    expect(await seriesOf(world, series.id)).toMatchObject({ status: "SUSPENDED", problem: "METHOD" });
    await startMethodChange(world, {
      series_id: series.id,
      urls: { success: "https://a.example", failed: "https://a.example", notice: URLS.notice },
    });
    const { set_up_ref } = await seriesOf(world, series.id);
    const event = { provider: "scripted", set_up_ref: set_up_ref ?? "" };
    expect(await takeSetUpEvent(world, event)).toBe("method_open");
    world.provider.finishSetUp(event.set_up_ref);
    expect(await takeSetUpEvent(world, event)).toBe("method_changed");
    expect(await takeSetUpEvent(world, event)).toBe("unknown_set_up");
    await seriesDay(world);
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
    expect(await seriesOf(world, series.id)).toMatchObject({
      status: "ACTIVE",
      problem: null,
      unpaid_since: null,
    });
    await expectCleanBooks(world.db, world.clock());
  });

  it("that the bank wants confirmed is paid by the fan on the provider's page", async ({
    world,
    creator,
  }) => {
    const { series } = await beginSeries(world, creator);
    world.provider.chargeBecomes(series.method_ref ?? "", {
      state: "FAILED",
      failureCode: "authentication_required",
      refusal: "CONFIRM",
    });
    await live(world, 33);
    const page = await payOwedMonth(world, {
      series_id: series.id,
      locale: "en",
      description: "Tip",
      urls: URLS,
      rules: world.rules,
    });
    if (page.outcome !== "pay") throw new Error(page.outcome);
    await seriesDay(world);
    expect(world.provider.charges).toHaveLength(1);
    await tell(world, await paymentOf(world, page.payment_id), { state: "PAID" });
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
    expect(await seriesOf(world, series.id)).toMatchObject({
      status: "ACTIVE",
      next_charge_on: "2027-01-21",
    });
  });

  it("is not charged after it is stopped; a second stop changes nothing", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator);
    expect(await stopSeries(world, series.id)).toBe("ended");
    expect(await stopSeries(world, series.id)).toBe("ended");
    await live(world, 70);
    expect(world.provider.charges).toEqual([]);
    expect(await mailsAbout(world, series.id)).toEqual(["started", "ended"]);
  });

  it("ends with a dispute", async ({ world, creator }) => {
    const { series, payment } = await beginSeries(world, creator);
    await tellDispute(world, payment, "OPEN");
    expect(await seriesOf(world, series.id)).toMatchObject({ status: "ENDED", end_reason: "DISPUTE" });
  });

  it("takes another amount, day and pause from the next charge on", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator, { amount: 5_00 });
    const { id: series_id } = series;
    const changed = { series_id, amount_minor: minor(10_00), consent: "more", rules: world.rules };
    expect(await changeAmount(world, { ...changed, seen_total_minor: 10_00 })).toBe("price_changed");
    expect(await changeAmount(world, { ...changed, seen_total_minor: 11_19 })).toBe("changed");
    expect(await changeDay(world, { series_id, day: 31 })).toBe("changed");
    expect(await seriesOf(world, series_id)).toMatchObject({ next_charge_on: "2026-12-31" });
    await live(world, 41);
    expect(world.provider.charges.map(({ amountMinor }) => amountMinor)).toEqual([11_19]);
    expect(await pauseSeries(world, { series_id, months: 2 })).toBe("changed");
    expect(await seriesOf(world, series_id)).toMatchObject({
      next_charge_on: "2027-03-31",
      paused_until: "2027-03-31",
    });
    expect(await resumeSeries(world, { series_id })).toBe("changed");
    expect(await seriesOf(world, series_id)).toMatchObject({
      next_charge_on: "2027-01-31",
      paused_until: null,
    });
    await live(world, 62);
    expect(await paidMonths(world, series_id)).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"]);
    expect((await mailsAbout(world, series_id)).filter((key) => key.startsWith("changed"))).toHaveLength(4);
  });

  it("waits 14 days with a price that changed", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator, { amount: 5_00 });
    await live(world, 25);
    const dearer = { ...world, rules: { ...world.rules, service_fee_bps: 2000 } };
    await live(dearer, 10);
    expect(world.provider.charges).toEqual([]);
    await live(dearer, 6);
    expect(world.provider.charges.map(({ amountMinor }) => amountMinor)).toEqual([6_19]);
    expect((await mailsAbout(world, series.id)).filter((key) => key.startsWith("price"))).toEqual([
      "price:2026-12-17:619",
    ]);
    expect(await seriesOf(world, series.id)).toMatchObject({
      next_charge_on: "2027-01-21",
      total_minor: 6_19,
    });
  });

  it("pauses while its creator is locked, and goes on later", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    await live(world, 35);
    expect(world.provider.charges).toEqual([]);
    expect(await seriesOf(world, series.id)).toMatchObject({ status: "SUSPENDED", problem: "RECEIVER" });
    await moveAccount(world, creator.id, ["ACTIVE"]);
    await live(world, 30);
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2027-01"]);
  });
});

describe("the month that failed", () => {
  it("is not paid on a page while the kept method is charged", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator);
    const method = series.method_ref ?? "";
    world.provider.chargeBecomes(method, { state: "FAILED", refusal: "RETRY" });
    await live(world, 32);
    world.provider.failNext("charge", "lost_answer");
    await live(world, 1);
    expect(await seriesOf(world, series.id)).toMatchObject({ status: "UNPAID", failures: 1 });
    const given = { series_id: series.id, locale: "en" as const, description: "Tip", urls: URLS };
    const { charging_payment_id } = await seriesOf(world, series.id);
    expect(charging_payment_id).not.toBeNull();
    const page = await payOwedMonth(world, { ...given, rules: world.rules });
    expect(page.outcome).toBe("provider_unavailable");
    world.time.passSeconds(600);
    await seriesDay(world);
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
  });

  it("that is paid late, after it was left out, moves no later charge", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator, { amount: 5_00 });
    world.provider.chargeBecomes(series.method_ref ?? "", { state: "FAILED", refusal: "RETRY" });
    await live(world, 30);
    const failed = world.provider.charges[0]?.paymentId ?? "";
    const dearer = { ...world, rules: { ...world.rules, service_fee_bps: 2000 } };
    await live(dearer, 3);
    await pauseSeries(world, { series_id: series.id, months: 3 });
    const before = await seriesOf(world, series.id);
    await tell(world, await paymentOf(world, failed), { state: "PAID" });
    expect(await seriesOf(world, series.id)).toMatchObject({
      next_charge_on: before.next_charge_on,
      paused_until: before.paused_until,
      paid_for: "2026-12-01",
    });
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
  });
});
