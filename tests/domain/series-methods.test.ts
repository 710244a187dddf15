import { expect } from "vitest";
import {
  payOwedMonth,
  startMethodChange,
  takeSetUpEvent,
} from "../../app/domain/payment-updates/series-method.server.ts";
import { stopSeries } from "../../app/domain/series/change-series.server.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { payDirectly } from "../support/money/direct-creators.ts";
import { methodOf } from "../support/money/scripted-provider.ts";
import { beginTip, moveAccount, paymentOf, type TipWorld, tell, tipOf } from "../support/money/tip-world.ts";
import {
  beginSeries,
  live,
  METHOD_URLS,
  MONTH_URLS,
  paidMonths,
  seriesOf,
  toForget,
} from "../support/series/series-world.ts";

const FAILED = { state: "FAILED" as const, failureCode: "insufficient_funds", refusal: "RETRY" as const };

/** The fan enters another method on the provider's page. */
async function enter(world: TipWorld, series_id: string): Promise<string> {
  const begun = await startMethodChange(world, { series_id, urls: METHOD_URLS });
  const { set_up_ref } = await seriesOf(world, series_id);
  if (begun.outcome !== "go" || set_up_ref === null) return begun.outcome;
  world.provider.finishSetUp(set_up_ref);
  return await takeSetUpEvent(world, { provider: "scripted", set_up_ref });
}

it("a method that was missing at the start is charged on the series' day", async ({ world, creator }) => {
  const payment = await beginTip(world, creator, { email: "ida@example.org", isMonthly: true });
  await tell(world, payment, { state: "PAID" });
  const series_id = (await tipOf(world, payment)).series_id ?? "";
  expect(await seriesOf(world, series_id)).toMatchObject({ status: "SUSPENDED", problem: "METHOD" });
  await live(world, 1);
  expect(await enter(world, series_id)).toBe("method_changed");
  await live(world, 1);
  expect(world.provider.charges).toEqual([]);
  expect(await seriesOf(world, series_id)).toMatchObject({ status: "ACTIVE", next_charge_on: "2026-12-21" });
  await live(world, 28);
  expect(await paidMonths(world, series_id)).toEqual(["2026-11", "2026-12"]);
});

it("of a creator who is now paid directly, a method of their account takes over", async ({
  world,
  creator,
}) => {
  const { series } = await beginSeries(world, creator);
  await live(world, 2);
  await payDirectly(world, creator);
  await live(world, 1);
  expect(await seriesOf(world, series.id)).toMatchObject({ status: "SUSPENDED", problem: "METHOD" });
  expect(await enter(world, series.id)).toBe("method_changed");
  const after = await seriesOf(world, series.id);
  expect(after).toMatchObject({ status: "ACTIVE", next_charge_on: "2026-12-21" });
  expect(after.account_ref).not.toBeNull();
  await live(world, 27);
  expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
  expect(world.provider.charges.map(({ direct }) => direct?.accountRef)).toEqual([after.account_ref]);
});

it.for(["PAID", "FAILED"] as const)(
  "a month paid on the page while a retry runs that ends %s is paid once",
  async (end, { world, creator }) => {
    const { series } = await beginSeries(world, creator);
    const method = series.method_ref ?? "";
    world.provider.chargeBecomes(method, FAILED);
    world.provider.chargeBecomes(method, { state: "PROCESSING" });
    await live(world, 30);
    const given = { series_id: series.id, locale: "en" as const, description: "Tip", urls: MONTH_URLS };
    const page = await payOwedMonth(world, { ...given, rules: world.rules });
    if (page.outcome !== "pay") throw new Error(page.outcome);
    await live(world, 3);
    const retry = (await seriesOf(world, series.id)).charging_payment_id ?? "";
    await tell(world, await paymentOf(world, page.payment_id), { state: "PAID" });
    await tell(world, await paymentOf(world, retry), end === "PAID" ? { state: "PAID" } : FAILED);
    expect(await seriesOf(world, series.id)).toMatchObject({
      ...{ status: "ACTIVE", next_charge_on: "2027-01-21", charging_payment_id: null },
    });
    await live(world, 5);
    expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
  },
);

it("a method that is entered after the stop is forgotten", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator);
  await startMethodChange(world, { series_id: series.id, urls: METHOD_URLS });
  const { set_up_ref } = await seriesOf(world, series.id);
  await stopSeries(world, series.id);
  const entered = world.provider.finishSetUp(set_up_ref ?? "");
  await takeSetUpEvent(world, { provider: "scripted", set_up_ref: set_up_ref ?? "" });
  expect(await toForget(world)).toEqual([series.method_ref, entered.methodRef]);
});

it("a method that the page of a stopped series kept is forgotten", async ({ world, creator }) => {
  const { series } = await beginSeries(world, creator);
  world.provider.chargeBecomes(series.method_ref ?? "", { ...FAILED, refusal: "CONFIRM" });
  await live(world, 31);
  const given = { series_id: series.id, locale: "en" as const, description: "Tip", urls: MONTH_URLS };
  const page = await payOwedMonth(world, { ...given, rules: world.rules });
  if (page.outcome !== "pay") throw new Error(page.outcome);
  await stopSeries(world, series.id);
  const kept = methodOf("another");
  await tell(world, await paymentOf(world, page.payment_id), { state: "PAID", savedMethod: kept });
  expect(await toForget(world)).toEqual([series.method_ref, kept.methodRef]);
});

it("of two pages for another method the last one counts; what the first one kept is forgotten", async ({
  world,
  creator,
}) => {
  const { series } = await beginSeries(world, creator);
  await startMethodChange(world, { series_id: series.id, urls: METHOD_URLS });
  const first = (await seriesOf(world, series.id)).set_up_ref ?? "";
  await startMethodChange(world, { series_id: series.id, urls: METHOD_URLS });
  const last = (await seriesOf(world, series.id)).set_up_ref ?? "";
  const event = (set_up_ref: string) => takeSetUpEvent(world, { provider: "scripted", set_up_ref });
  const unused = world.provider.finishSetUp(first);
  expect(await event(first)).toBe("unknown_set_up");
  expect(await toForget(world)).toEqual([unused.methodRef]);
  const taken = world.provider.finishSetUp(last);
  expect(await event(last)).toBe("method_changed");
  expect(await event(last)).toBe("unknown_set_up");
  expect(await seriesOf(world, series.id)).toMatchObject({ method_ref: taken.methodRef });
  expect(await toForget(world)).toEqual([unused.methodRef, series.method_ref]);
});

it("the method of a first payment that is given back is forgotten", async ({ world, creator }) => {
  const payment = await beginTip(world, creator, { email: "ida@example.org", isMonthly: true });
  await moveAccount(world, creator.id, ["LOCKED"]);
  const kept = methodOf("given-back");
  await tell(world, payment, { state: "PAID", savedMethod: kept });
  expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
  expect(await toForget(world)).toEqual([kept.methodRef]);
});

it("a method that is entered during a charge is tried after the old one's decline", async ({
  world,
  creator,
}) => {
  const { series } = await beginSeries(world, creator);
  world.provider.chargeBecomes(series.method_ref ?? "", { state: "PROCESSING" });
  await live(world, 31);
  const charge = (await seriesOf(world, series.id)).charging_payment_id ?? "";
  expect(await enter(world, series.id)).toBe("method_changed");
  const declined = { state: "FAILED" as const, failureCode: "stolen_card", refusal: "METHOD" as const };
  await tell(world, await paymentOf(world, charge), declined);
  expect(await seriesOf(world, series.id)).toMatchObject({ status: "ACTIVE", problem: null });
  await live(world, 1);
  expect(await paidMonths(world, series.id)).toEqual(["2026-11", "2026-12"]);
  const methods = world.provider.charges.map(({ method }) => method.methodRef);
  expect(new Set(methods).size).toBe(2);
});
