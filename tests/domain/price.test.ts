import { afterEach, describe, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { payableCurrencies, quote } from "../../app/domain/payments/quote.server.ts";
import { vatRateOn } from "../../app/domain/tax/countries.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  beginTip,
  type Creator,
  confirm,
  createCreator,
  draftTip,
  priceOf,
  type TipWorld,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

describe("the price", () => {
  const order = (change: object = {}) => ({
    amount_minor: minor(50_00),
    currency: "EUR",
    type: null,
    pay_currency: "EUR",
    country: "DE",
    now: world.clock(),
    needs_fresh_rate: false,
    rules: defaultSettings.rules,
    ...change,
  });

  it("the price has the VAT of the fan's country on the fee", async () => {
    expect(await quote(world.db, order())).toMatchObject({
      fee_incl_vat_minor: 5_95,
      total_minor: 55_95,
      rate: "1",
    });
    expect(await quote(world.db, order({ country: "HU" }))).toMatchObject({
      vat_minor: 135,
      total_minor: 56_35,
    });
    expect(await quote(world.db, order({ country: "US" }))).toMatchObject({
      vat_minor: 0,
      total_minor: 55_00,
    });
    expect(await vatRateOn(world.db, "DE", "2025-12-31")).toBe(0);
  });

  it("the price in another currency is the total at the day's reference rate, and the tip stays what it was", async () => {
    const price = await quote(world.db, order({ pay_currency: "JPY" }));
    expect(price).toMatchObject({
      amount_minor: 50_00,
      total_minor: 55_95,
      charged_minor: 10_010,
      charged_currency: "JPY",
      rate: "178.905547000000",
      rate_date: "2026-09-29",
    });
  });

  it("the price in another currency is kept on the payment, with the rate and its day", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    const payment = await beginTip(world, dollars, { payIn: "JPY", amount: 10_00 });
    expect(payment).toMatchObject({
      currency: "USD",
      amount_minor: 10_00,
      charged_currency: "JPY",
      charged_minor: 1762,
      rate_date: "2026-09-29",
    });
    expect(world.provider.orders[0]).toMatchObject({ currency: "JPY", amountMinor: 1762 });
  });

  it("the price is not offered in a currency without a fresh rate in live mode, and always in the tip's own currency", async () => {
    expect(await quote(world.db, order({ pay_currency: "USD", needs_fresh_rate: true }))).toBeNull();
    expect(await quote(world.db, order({ needs_fresh_rate: true }))).not.toBeNull();
    const tipId = await draftTip(world, creator, { payIn: "USD" });
    expect(await confirm(world, tipId, { needsFreshRate: true, seen: await priceOf(world, tipId) })).toEqual({
      outcome: "not_offered",
    });
    await world.db
      .insertInto("reference_rates")
      .values({ rate_date: "2026-11-20", currency: "USD", units_per_euro: "1.2", source: "test" })
      .execute();
    expect(await quote(world.db, order({ pay_currency: "USD", needs_fresh_rate: true }))).toMatchObject({
      charged_minor: 67_14,
    });
    await world.db.deleteFrom("reference_rates").where("source", "=", "test").execute();
  });

  it("the price in another currency is charged only by the ways to pay that the provider offers there", () => {
    const types = (currency: string, country: string) => [
      ...world.providers.offers(currency, country).keys(),
    ];
    expect(types("EUR", "DE")).toEqual(["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"]);
    expect(types("EUR", "US")).toEqual(["INETCASH_CC", "INETCASH_DB", "INETCASH_OB"]);
    expect(types("JPY", "JP")).toEqual(["INETCASH_CC"]);
    expect(types("XXX", "DE")).toEqual([]);
    expect(payableCurrencies(world.providers)).toEqual(["EUR", "USD", "GBP", "CHF", "JPY"]);
  });
});
