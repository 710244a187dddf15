import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  amountProblem,
  basisPointsOf,
  currencyDigits,
  divideHalfUp,
  formatAmount,
  type Locale,
  minor,
  parseAmount,
  toDecimal,
  toTyped,
} from "../../app/domain/money/minor.ts";

const LOCALES: Locale[] = ["en", "de"];
const locale = fc.constantFrom(...LOCALES);
/** Every amount that a tip can have, and everything below and above it that a person may type. */
const amount = fc.integer({ min: 0, max: 99_999_999 });

/** What Intl wrote, with plain spaces: it separates by narrow and no-break ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("an amount that a person types", () => {
  it("an amount that a person types comes back to the cent, from 0.01 to 500.00, in both notations", () => {
    for (let cents = 1; cents <= 50_000; cents += 1) {
      const point = toDecimal(cents, "EUR");
      const comma = toTyped(cents, "EUR", "de");
      const read = [
        parseAmount(point, "en", "EUR"),
        parseAmount(point, "de", "EUR"),
        parseAmount(comma, "de", "EUR"),
      ];
      if (read.some((each) => each !== cents))
        expect({ point, comma, read }).toEqual({ point, comma, read: [cents, cents, cents] });
    }
  });

  it("an amount that a person types is read from its figures and never through a float: 4.35 is 435 cents", () => {
    expect(parseAmount("4.35", "en", "EUR")).toBe(435);
    expect(parseAmount("4,35", "de", "EUR")).toBe(435);
    expect(parseAmount("1.15", "en", "EUR")).toBe(115);
    expect(parseAmount("0.29", "en", "EUR")).toBe(29);
  });

  it("an amount that a person types may leave its decimals out, or begin with them", () => {
    for (const text of ["5", "5.", "5.0", "5.00", "05", " 5 ", "€5", "5 €", "5€"]) {
      expect(parseAmount(text, "en", "EUR"), text).toBe(500);
    }
    for (const text of ["5", "5,", "5,0", "5,00", "5.00", "5 €", "€ 5"])
      expect(parseAmount(text, "de", "EUR"), text).toBe(500);
  });

  it("an amount that a person types has its further decimals floored, never rounded", () => {
    expect(parseAmount("4.999", "en", "EUR")).toBe(499);
    expect(parseAmount("4,9999", "de", "EUR")).toBe(499);
    expect(parseAmount("7.9", "en", "JPY")).toBe(7);
    fc.assert(
      fc.property(amount, fc.stringMatching(/^\d{1,20}$/), (cents, further) => {
        expect(parseAmount(`${toDecimal(cents, "EUR")}${further}`, "en", "EUR")).toBe(cents);
      }),
    );
  });

  it.each(["1.000", "12.500", "1.000 €"])("in German %s may be a thousand or one, and is refused", (text) => {
    expect(parseAmount(text, "de", "EUR")).toBeNull();
    expect(parseAmount(text, "en", "EUR")).not.toBeNull();
  });

  /** What fans type, what it is in cents, in English and in German; null is refused. */
  const TYPED: [typed: string, english: number | null, german: number | null][] = [
    ["1 000", 100_000, 100_000],
    ["1\u00a0000", 100_000, 100_000],
    ["1\u202f000,50", null, 100_050],
    ["1\u202f000.50", 100_050, 100_050],
    ["1.000,50", null, 100_050],
    ["1,000.50", 100_050, null],
    ["1,000", 100_000, 100],
    ["1.000.000", null, 100_000_000],
    ["1,000,000", 100_000_000, null],
    ["1'000.50", 100_050, 100_050],
    ["1’000", 100_000, 100_000],
    ["10²", null, null],
    ["⑩", null, null],
    ["5,-", 500, 500],
    ["5,--", 500, 500],
    ["5,– €", 500, 500],
    ["1,000,-", 100_000, null],
    ["1.000.-", null, 100_000],
    ["1.000,-", null, 100_000],
    ["1,000.-", 100_000, null],
    ["5.-", 500, 500],
    ["10 EUR", 1_000, 1_000],
    ["10EUR", 1_000, 1_000],
    ["EUR 10", 1_000, 1_000],
    ["eur 10", 1_000, 1_000],
    ["10 Euro", 1_000, 1_000],
    ["10\u00a0€", 1_000, 1_000],
    ["€ 10.50", 1_050, 1_050],
    ["10,50 €", null, 1_050],
    ["٥", 500, 500],
    ["٥٫٥٠", 550, 550],
    ["５", 500, 500],
    ["५००", 50_000, 50_000],
    ["５．５０", 550, 550],
    ["\u20665\u2069", 500, 500],
    ["12 34", null, null],
    ["1.00.000", null, null],
    ["1,00,000", null, null],
    ["1 000.00,0", null, null],
    ["5-", null, null],
    ["€10€", null, null],
    ["EUR10EUR", null, null],
    ["10 EURO CENT", null, null],
  ];

  it.each(TYPED)("%s is read as each language writes it", (typed, english, german) => {
    expect([parseAmount(typed, "en", "EUR"), parseAmount(typed, "de", "EUR")]).toEqual([english, german]);
  });

  it.each([
    ["$10", "EUR"],
    ["10 $", "EUR"],
    ["US$10", "EUR"],
    ["10 USD", "EUR"],
    ["10 dollars", "EUR"],
    ["£10", "EUR"],
    ["10 CHF", "EUR"],
    ["10 Fr.", "EUR"],
    ["₹10", "EUR"],
    ["zł10", "EUR"],
    ["10 €", "USD"],
    ["C$10", "USD"],
    ["10 EUR", "GBP"],
  ])("%s on a page in %s is refused, with the currency as the reason", (typed, currency) => {
    for (const locale of LOCALES) {
      expect(parseAmount(typed, locale, currency)).toBeNull();
      const expected = typed === "zł10" ? "errors.amount.invalid" : "errors.amount.currency";
      expect(amountProblem(typed, locale, currency, "errors.amount.invalid")).toBe(expected);
    }
  });

  it("a typed text that is no amount is refused", () => {
    const junk = [
      "",
      " ",
      "abc",
      "5 5",
      "5,00,00",
      "5..0",
      "-5",
      "+5",
      "1e3",
      "0x10",
      "NaN",
      "Infinity",
      ".5",
      ",5",
    ];
    for (const text of [...junk, "5;00", "$€5", "5\n6", `${"9".repeat(10)}`])
      for (const each of LOCALES) {
        expect(parseAmount(text, each, "EUR"), `${each} ${text}`).toBeNull();
        expect(amountProblem(text, each, "EUR", "invalid"), `${each} ${text}`).toBe("invalid");
      }
    expect(parseAmount("5,00", "en", "EUR")).toBeNull();
  });

  it("an amount that a person types is whole minor units or nothing, whatever was typed", () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,€ -]{0,40}$/), fc.double().map(String));
    fc.assert(
      fc.property(text, locale, fc.constantFrom("EUR", "JPY"), (typed, language, currency) => {
        const read = parseAmount(typed, language, currency);
        if (read !== null) expect(Number.isSafeInteger(read) && read >= 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("an amount that a person reads", () => {
  it("an amount that a person reads stands as the language writes it", () => {
    expect(plain(formatAmount(2798, "EUR", "de"))).toBe("27,98 €");
    expect(formatAmount(2798, "EUR", "en")).toBe("€27.98");
    expect(formatAmount(500_00, "USD", "en")).toBe("$500.00");
    expect(plain(formatAmount(1_234_56, "GBP", "de"))).toBe("1.234,56 £");
    expect(plain(formatAmount(1790, "JPY", "de"))).toBe("1.790 ¥");
    expect(formatAmount(0, "EUR", "en")).toBe("€0.00");
    expect(plain(formatAmount(-250, "EUR", "de"))).toBe("-2,50 €");
  });

  it("an amount that a person reads loses the zeros of whole amounts where asked, and keeps the cents of others", () => {
    expect(plain(formatAmount(500, "EUR", "de", true))).toBe("5 €");
    expect(formatAmount(500, "EUR", "en", true)).toBe("€5");
    expect(formatAmount(550, "EUR", "en", true)).toBe("€5.50");
  });

  it("an amount that a person reads says the very figures that its decimal notation has", () => {
    fc.assert(
      fc.property(
        amount,
        locale,
        fc.constantFrom("EUR", "USD", "GBP", "JPY", "CHF"),
        (units, language, currency) => {
          const figures = formatAmount(units, currency, language).replace(/\D/g, "");
          expect(Number(figures)).toBe(units);
        },
      ),
    );
  });

  it("an amount that is shown in a field is the one that is read from it", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom("EUR", "JPY"), (units, currency) => {
        expect(parseAmount(toDecimal(units, currency), "en", currency)).toBe(units);
        // A German yen amount of four figures holds no dot, so it is never taken for a thousand.
        expect(parseAmount(toTyped(units, currency, "de"), "de", currency)).toBe(units);
      }),
    );
  });
});

describe("a minor unit", () => {
  it("a minor unit is a whole number that JavaScript holds exactly, or a bug that throws", () => {
    for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)]) {
      expect(() => minor(value)).toThrow(RangeError);
    }
    expect(minor(2 ** 53 - 1)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("a minor unit is a cent in most currencies and the whole unit in those without decimals", () => {
    expect(["EUR", "USD", "GBP", "HUF", "IDR"].map(currencyDigits)).toEqual([2, 2, 2, 2, 2]);
    expect(["JPY", "KRW", "ISK"].map(currencyDigits)).toEqual([0, 0, 0]);
  });
});

describe("rounding", () => {
  it("rounding is half up", () => {
    expect([
      divideHalfUp(1n, 2n),
      divideHalfUp(3n, 2n),
      divideHalfUp(5n, 10n),
      divideHalfUp(49n, 100n),
    ]).toEqual([1n, 2n, 1n, 0n]);
    expect(basisPointsOf(minor(5), 1000)).toBe(1);
    expect(basisPointsOf(minor(4), 1000)).toBe(0);
    expect(basisPointsOf(minor(500), 1000)).toBe(50);
  });

  it("rounding is never more than half a unit off, and takes no negative numbers", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (top, bottom) => {
          const error = 2n * (divideHalfUp(top, bottom) * bottom - top);
          expect(error <= bottom && error > -bottom).toBe(true);
        },
      ),
    );
    expect(() => divideHalfUp(-1n, 2n)).toThrow(RangeError);
    expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
  });
});
