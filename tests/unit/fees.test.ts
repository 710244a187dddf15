import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertAtRates } from "../../app/domain/exchange-rates/rates.server.ts";
import {
  convert,
  crossRate,
  type FeeRules,
  feeInAdvance,
  feeOn,
  feeRateFor,
  feeRules,
  proportionOf,
} from "../../app/domain/money/fee.ts";
import { formatFeeRate } from "../../app/domain/money/formats.ts";
import { currencyDigits, minor } from "../../app/domain/money/minor.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { REFERENCE_RATES, VAT_RATES } from "../../db/migrations/data/rates.ts";

const STANDARD = feeRules(defaultSettings.rules);

const tip = fc
  .integer({ min: productRules.tip.minimum_minor, max: productRules.tip.maximum_minor })
  .map(minor);
const vatRate = fc.constantFrom(0, ...Object.values(VAT_RATES).map((percent) => percent * 100));

/** A card in Germany at a rate of VAT. */
const card = (vat_rate_bps: number) => ({ type: "INETCASH_CC", country: "DE", vat_rate_bps }) as const;

describe("the fee that the fan pays on top", () => {
  it("the fan's fee on 50.00 in Germany is 5.00 and 0.95 of VAT, 55.95 in all", () => {
    expect(feeOn(minor(50_00), card(1900), STANDARD)).toEqual({
      amount_minor: 50_00,
      service_fee_bps: 1000,
      service_fee_minor: 5_00,
      service_fee_minimum_minor: 0,
      vat_rate_bps: 1900,
      vat_minor: 95,
      fee_incl_vat_minor: 5_95,
      total_minor: 55_95,
    });
  });

  it("the fan's fee has no VAT on it outside of the EU", () => {
    expect(feeOn(minor(50_00), card(0), STANDARD)).toMatchObject({
      vat_minor: 0,
      fee_incl_vat_minor: 5_00,
      total_minor: 55_00,
    });
  });

  it("the fan's fee is rounded half up, and so is the VAT on it", () => {
    expect(feeOn(minor(1_05), card(1900), STANDARD).service_fee_minor).toBe(11);
    expect(feeOn(minor(1_04), card(1900), STANDARD).service_fee_minor).toBe(10);
    // 0.50 at 21 % is 0.105; at 25.5 % of 1.00 it is 0.255.
    expect(feeOn(minor(5_00), card(2100), STANDARD).vat_minor).toBe(11);
    expect(feeOn(minor(10_00), card(2550), STANDARD).vat_minor).toBe(26);
  });

  it("the fan's price adds up: the total is the tip, the fee and the VAT, for every tip and every country", () => {
    fc.assert(
      fc.property(tip, vatRate, (amount, rate) => {
        const fee = feeOn(amount, card(rate), STANDARD);
        expect(fee.total_minor).toBe(fee.amount_minor + fee.service_fee_minor + fee.vat_minor);
        expect(fee.fee_incl_vat_minor).toBe(fee.service_fee_minor + fee.vat_minor);
        expect(fee.amount_minor).toBe(amount);
        expect(Math.abs(fee.service_fee_minor * 10 - amount)).toBeLessThanOrEqual(5);
        expect(Math.abs(fee.vat_minor * 10_000 - fee.service_fee_minor * rate)).toBeLessThanOrEqual(5_000);
      }),
    );
  });

  it("the fan's fee never falls when the tip grows", () => {
    fc.assert(
      fc.property(tip, tip, vatRate, (one, other, rate) => {
        const [small, large] = [minor(Math.min(one, other)), minor(Math.max(one, other))];
        expect(feeOn(small, card(rate), STANDARD).total_minor).toBeLessThanOrEqual(
          feeOn(large, card(rate), STANDARD).total_minor,
        );
      }),
    );
  });

  it("the fan's fee is at least the minimum, with VAT on top, and says so only where the rate makes less", () => {
    const rules: FeeRules = { ...STANDARD, minimum_minor: 50 };
    expect(feeOn(minor(4_99), card(1900), { ...rules, minimum_minor: 51 })).toMatchObject({
      ...{ service_fee_bps: 1000, service_fee_minor: 51, service_fee_minimum_minor: 51 },
      ...{ vat_minor: 10, total_minor: 5_60 },
    });
    expect(feeOn(minor(5_00), card(1900), rules)).toEqual(feeOn(minor(5_00), card(1900), STANDARD));
    expect(feeInAdvance(rules)).toEqual({ lowest_bps: 1000, minimum_minor: 50, varies: false });
  });

  it("the fan's fee with a minimum never falls when the tip grows, and is that of the rate or more", () => {
    fc.assert(
      fc.property(tip, tip, fc.integer({ min: 0, max: 1_00 }), vatRate, (one, other, minimum_minor, rate) => {
        const rules = { ...STANDARD, minimum_minor };
        const [small, large] = [minor(Math.min(one, other)), minor(Math.max(one, other))];
        const fee = feeOn(small, card(rate), rules);
        expect(fee.total_minor).toBeLessThanOrEqual(feeOn(large, card(rate), rules).total_minor);
        const plain = feeOn(small, card(rate), STANDARD).service_fee_minor;
        expect(fee.service_fee_minor).toBe(Math.max(plain, minimum_minor));
        expect(fee.total_minor).toBe(fee.amount_minor + fee.service_fee_minor + fee.vat_minor);
        expect(formatFeeRate(fee, "en", "least")).toBe(fee.service_fee_minor > plain ? "least" : "10%");
      }),
    );
  });

  describe("by rules", () => {
    const directDebit: FeeRules = {
      standard_bps: 1000,
      minimum_minor: 0,
      exceptions: [{ type: "INETCASH_DD", bps: 1200 }],
    };

    it("the fan's fee by rules is 12 % for direct debit by one line, and what it was for the others", () => {
      const facts = { country: "DE", vat_rate_bps: 1900 };
      expect(feeOn(minor(50_00), { ...facts, type: "INETCASH_DD" }, directDebit)).toMatchObject({
        service_fee_bps: 1200,
        service_fee_minor: 6_00,
        vat_minor: 1_14,
        total_minor: 57_14,
      });
      expect(feeOn(minor(50_00), { ...facts, type: "INETCASH_CC" }, directDebit)).toEqual(
        feeOn(minor(50_00), card(1900), STANDARD),
      );
    });

    it("the fan's fee by rules may be another in a country; the first exception that fits counts, and none before a way is chosen", () => {
      const rules: FeeRules = {
        ...{ standard_bps: 1000, minimum_minor: 0 },
        exceptions: [
          { type: "INETCASH_CC", country: "CH", bps: 900 },
          { country: "CH", bps: 1100 },
          ...directDebit.exceptions,
        ],
      };
      const rate = (type: "INETCASH_CC" | "INETCASH_DD" | null, country: string) =>
        feeRateFor({ type, country }, rules);
      expect([rate("INETCASH_CC", "CH"), rate("INETCASH_DD", "CH"), rate(null, "CH")]).toEqual([
        900, 1100, 1100,
      ]);
      expect([rate("INETCASH_CC", "DE"), rate("INETCASH_DD", "DE"), rate(null, "DE")]).toEqual([
        1000, 1200, 1000,
      ]);
      expect(feeInAdvance(rules)).toMatchObject({ lowest_bps: 900, varies: true });
    });

    it("the fan's fee by rules is named in advance by its lowest rate, as a beginning where it varies", () => {
      expect(feeInAdvance(STANDARD)).toMatchObject({ lowest_bps: 1000, varies: false });
      expect(feeInAdvance(directDebit)).toMatchObject({ lowest_bps: 1000, varies: true });
    });
  });

  it("the fan's fee has a VAT rate for each of the EU's 27 countries and for no other", () => {
    expect(Object.keys(VAT_RATES)).toHaveLength(27);
    expect(VAT_RATES).toMatchObject({ DE: 19, AT: 20, FI: 25.5, HU: 27, LU: 17 });
    for (const outside of ["GB", "CH", "US", "NO", "IS"]) expect(VAT_RATES).not.toHaveProperty(outside);
  });

  it("the fan's fee returns in proportion: nothing of nothing, all of all, and never more than there was", () => {
    fc.assert(
      fc.property(tip, fc.nat(60_000), fc.integer({ min: 1, max: 60_000 }), (whole, some, all) => {
        const part = Math.min(some, all);
        const share = proportionOf(whole, part, all);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(whole);
        expect(proportionOf(whole, 0, all)).toBe(0);
        expect(proportionOf(whole, all, all)).toBe(whole);
      }),
    );
  });
});

describe("a conversion", () => {
  const rates: Record<string, string> = Object.fromEntries(
    Object.entries({ EUR: 1, ...REFERENCE_RATES.rates }).map(([code, rate]) => [code, String(rate)]),
  );
  const unitsOf = (code: string) => rates[code] ?? "1";
  const currency = fc.constantFrom(...Object.keys(rates));

  it("a conversion is rounded half up", () => {
    expect(convert(minor(100), "EUR", "USD", "1.136072000000")).toBe(114);
    expect(convert(minor(1), "EUR", "USD", "0.5")).toBe(1);
    expect(convert(minor(1), "EUR", "USD", "0.499999999999")).toBe(0);
  });

  it("a conversion knows that yen have no decimals, in both directions", () => {
    expect(convert(minor(50_00), "EUR", "JPY", "178.905547")).toBe(8945);
    expect(convert(minor(8945), "JPY", "EUR", crossRate("178.905547", "1"))).toBe(50_00);
    expect(convert(minor(10_000), "JPY", "KRW", "8.5")).toBe(85_000);
  });

  it("a conversion at a cross rate keeps twelve decimals, half up", () => {
    expect(crossRate("1", "1.136072")).toBe("1.136072000000");
    expect(crossRate("1.136072", "1")).toBe("0.880225901175");
    expect(crossRate("3", "2")).toBe("0.666666666667");
  });

  it("a conversion holds at rates with many figures, and throws rather than answer an inexact number", () => {
    expect(convert(minor(55_000), "EUR", "IDR", "20467.863339")).toBe(1_125_732_484);
    expect(convert(minor(1), "EUR", "XXX", "123456789.123456789012")).toBe(123456789);
    expect(() => convert(minor(Number.MAX_SAFE_INTEGER), "EUR", "XXX", "2")).toThrow(RangeError);
    expect(() => convert(minor(1), "EUR", "USD", "1e3")).toThrow(RangeError);
    expect(() => convert(minor(1), "EUR", "USD", "-1")).toThrow(RangeError);
  });

  it("a conversion leaves the same currency as it is", () => {
    fc.assert(
      fc.property(tip, (amount) => {
        expect(convert(amount, "EUR", "EUR", "7")).toBe(amount);
      }),
    );
  });

  it("a conversion to another currency and back differs by no more than the rounding of the coarser currency", () => {
    fc.assert(
      fc.property(tip, currency, currency, (amount, from, to) => {
        const there = convert(amount, from, to, crossRate(unitsOf(from), unitsOf(to)));
        const back = convert(there, to, from, crossRate(unitsOf(to), unitsOf(from)));
        // One unit of `to`, in units of `from`: where that is less than one, the way back is off by one unit at most.
        const worth =
          (Number(unitsOf(from)) / Number(unitsOf(to))) * 10 ** (currencyDigits(from) - currencyDigits(to));
        expect(Math.abs(back - amount)).toBeLessThanOrEqual(Math.ceil(worth / 2 + 0.5));
      }),
    );
  });

  it("a conversion names the older of the two rates' days, and refuses one that is too old", () => {
    const table = new Map([
      ["EUR", { units_per_euro: "1", rate_date: "2026-11-21" }],
      ["USD", { units_per_euro: "1.136072", rate_date: "2026-11-20" }],
      ["JPY", { units_per_euro: "178.905547", rate_date: "2026-11-10" }],
    ]);
    expect(convertAtRates(minor(100), "EUR", "USD", table, "2026-11-14")).toMatchObject({
      amount_minor: 114,
      rate_date: "2026-11-20",
    });
    expect(convertAtRates(minor(100), "USD", "JPY", table, "2026-11-14")).toBeNull();
    expect(convertAtRates(minor(100), "USD", "JPY", table, null)).toMatchObject({
      currency: "JPY",
      rate_date: "2026-11-10",
    });
    expect(convertAtRates(minor(100), "USD", "XXX", table, null)).toBeNull();
    expect(convertAtRates(minor(100), "JPY", "JPY", table, "2026-11-14")).toMatchObject({
      amount_minor: 100,
      rate: "1",
    });
  });
});
