import { describe, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import {
  payOwedMonth,
  startMethodChange,
  takeSetUpEvent,
} from "../../app/domain/payment-updates/series-method.server.ts";
import { changeAmount } from "../../app/domain/series/change-series.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { methodOf } from "../support/money/scripted-provider.ts";
import {
  choosePayment,
  confirm,
  draftTip,
  paymentOf,
  type TipWorld,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";
import {
  beginSeries,
  live,
  METHOD_URLS,
  MONTH_URLS,
  mailsAbout,
  paidMonths,
  seriesDay,
  seriesOf,
} from "../support/series/series-world.ts";

// What is charged and mailed is what the fan agreed to last (docs/product.md, 5.16).

const mailed = async (world: TipWorld) =>
  (await world.db.selectFrom("mail_outbox").select("recipient").execute()).map(({ recipient }) => recipient);

it.for([
  { again: "pressed again", isPressed: true },
  { again: "not pressed again", isPressed: false },
])(
  "an address that is corrected before paying, $again, gets the link alone",
  async ({ isPressed }, { world, creator }) => {
    const wrong = { email: "wrong@example.org", shareEmail: true, isMonthly: true, from: "Ida" };
    const tip = await draftTip(world, creator, wrong);
    const paymentId = world.newId();
    await confirm(world, tip, { paymentId });
    await choosePayment(world, tip, creator, { email: "right@example.org", shareEmail: false, locale: "de" });
    world.time.passSeconds(60);
    if (isPressed) expect(await confirm(world, tip)).toMatchObject({ payment_id: paymentId });
    const payment = await paymentOf(world, paymentId);
    await tell(world, payment, { state: "PAID", savedMethod: methodOf("kept") });
    const series = await seriesOf(world, (await tipOf(world, payment)).series_id ?? "");
    expect(series).toMatchObject({ sender_email: "right@example.org", share_email: false, locale: "de" });
    const pressed = world.clock().getTime() - (isPressed ? 0 : 60_000);
    expect(series.consented_at.getTime()).toBe(pressed);
    expect(await mailsAbout(world, series.id)).toEqual(["started"]);
    expect(new Set(await mailed(world))).toEqual(new Set(["right@example.org"]));
  },
);

const DECLINED = { state: "FAILED" as const, failureCode: "stolen_card", refusal: "METHOD" as const };
const SHORT = { state: "FAILED" as const, failureCode: "insufficient_funds", refusal: "RETRY" as const };

const lower = (world: TipWorld, series_id: string) =>
  changeAmount(world, {
    ...{ series_id, amount_minor: minor(5_00), seen_total_minor: 5_60, consent: "less", rules: world.rules },
  });
const payOwed = (world: TipWorld, series_id: string) =>
  payOwedMonth(world, { series_id, locale: "en", description: "Tip", urls: MONTH_URLS, rules: world.rules });
const charged = (world: TipWorld) => world.provider.charges.map(({ amountMinor }) => amountMinor);
const lastMail = async (world: TipWorld) =>
  await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("template", "=", "series")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

describe("an amount that is lowered while a month is owed", () => {
  it("is charged for that month by another method", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator, { amount: 50_00 });
    world.provider.chargeBecomes(series.method_ref ?? "", DECLINED);
    await live(world, 32);
    expect(await lower(world, series.id)).toBe("changed");
    expect((await lastMail(world)).params).toMatchObject({ total_minor: 5_60, next_charge_on: null });
    await startMethodChange(world, { series_id: series.id, urls: METHOD_URLS });
    const set_up_ref = (await seriesOf(world, series.id)).set_up_ref ?? "";
    world.provider.finishSetUp(set_up_ref);
    await takeSetUpEvent(world, { provider: "scripted", set_up_ref });
    await seriesDay(world);
    expect(charged(world)).toEqual([55_95, 5_60]);
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
    await expectCleanBooks(world.db, world.clock());
  });

  it("is what the provider's page asks for, and its open page with more is closed", async ({
    world,
    creator,
  }) => {
    const { series } = await beginSeries(world, creator, { amount: 50_00 });
    world.provider.chargeBecomes(series.method_ref ?? "", DECLINED);
    await live(world, 32);
    const dear = await payOwed(world, series.id);
    await lower(world, series.id);
    const cheap = await payOwed(world, series.id);
    if (dear.outcome !== "pay" || cheap.outcome !== "pay")
      throw new Error(`${dear.outcome} ${cheap.outcome}`);
    expect(world.provider.orders.slice(-2).map(({ amountMinor }) => amountMinor)).toEqual([55_95, 5_60]);
    expect((await paymentOf(world, dear.payment_id)).failure_reason).toBe("cancelled");
    await tell(world, await paymentOf(world, cheap.payment_id), { state: "PAID" });
    expect(await tipOf(world, await paymentOf(world, cheap.payment_id))).toMatchObject({
      amount_minor: 5_00,
    });
    await expectCleanBooks(world.db, world.clock());
  });

  it("counts for the retry of a charge that was under way, and its mail says so", async ({
    world,
    creator,
  }) => {
    const { series } = await beginSeries(world, creator, { amount: 50_00 });
    world.provider.chargeBecomes(series.method_ref ?? "", { state: "PROCESSING" });
    await live(world, 31);
    const charge = (await seriesOf(world, series.id)).charging_payment_id ?? "";
    await lower(world, series.id);
    await tell(world, await paymentOf(world, charge), SHORT);
    expect((await lastMail(world)).params).toMatchObject({ total_minor: 5_60 });
    await live(world, 5);
    expect(charged(world)).toEqual([55_95, 5_60]);
  });

  it("is not exceeded by the repetition of a charge that the provider never got", async ({
    world,
    creator,
  }) => {
    const { series } = await beginSeries(world, creator, { amount: 50_00 });
    await live(world, 29);
    world.provider.failNext("charge", "unavailable");
    await live(world, 1);
    await lower(world, series.id);
    world.time.passSeconds(600);
    await seriesDay(world);
    await live(world, 4);
    expect(charged(world)).toEqual([5_60]);
  });

  it("gives back the larger sum of a page that is paid late", async ({ world, creator }) => {
    const { series } = await beginSeries(world, creator, { amount: 50_00 });
    world.provider.chargeBecomes(series.method_ref ?? "", DECLINED);
    await live(world, 32);
    const dear = await payOwed(world, series.id);
    if (dear.outcome !== "pay") throw new Error(dear.outcome);
    await lower(world, series.id);
    await payOwed(world, series.id);
    await tell(world, await paymentOf(world, dear.payment_id), { state: "PAID" });
    expect((await paymentOf(world, dear.payment_id)).status).toBe("REFUNDED");
    expect(await paidMonths(world, series.id)).toEqual(["2026-11"]);
    await expectCleanBooks(world.db, world.clock());
  });
});

it("an amount that is raised while a month is owed leaves that month as it was", async ({
  world,
  creator,
}) => {
  const { series } = await beginSeries(world, creator, { amount: 5_00 });
  world.provider.chargeBecomes(series.method_ref ?? "", { state: "PROCESSING" });
  await live(world, 31);
  const charge = (await seriesOf(world, series.id)).charging_payment_id ?? "";
  const more = { amount_minor: minor(50_00), seen_total_minor: 55_95, consent: "more", rules: world.rules };
  await changeAmount(world, { series_id: series.id, ...more });
  await tell(world, await paymentOf(world, charge), SHORT);
  expect((await lastMail(world)).params).toMatchObject({ total_minor: 5_60 });
  await live(world, 34);
  expect(charged(world)).toEqual([5_60, 5_60, 55_95]);
});

it("a reminder names the price that applies on its day", async ({ world, creator }) => {
  await beginSeries(world, creator, { amount: 5_00 });
  await live(world, 5);
  const dearer = { ...world, rules: { ...world.rules, service_fee_bps: 2000 } };
  await live(dearer, 22);
  expect((await lastMail(world)).params).toMatchObject({ total_minor: 6_19, news: { kind: "REMINDER" } });
  await live(dearer, 5);
  expect(charged(world)).toEqual([6_19]);
});
