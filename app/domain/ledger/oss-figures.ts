import { inEuros } from "./in-euros.ts";

/** Fees of supplies to one country at one rate, and their VAT, as a quarter's postings moved them in one currency. */
export interface VatSum {
  /** The quarter of the supply itself: an earlier one where something is given back. */
  supplied_in: string;
  country: string;
  rate_bps: number;
  currency: string;
  base_minor: number;
  vat_minor: number;
}

/** The same in EUR, all currencies together. */
export interface VatLine {
  supplied_in: string;
  country: string;
  rate_bps: number;
  base_minor: number;
  vat_minor: number;
}

/** A return of the one-stop shop (docs/money.md, 8), and beside it what it must not name. In minor units of EUR. */
export interface OssFigures {
  /** Supplies of the quarter itself to other countries of the Union, less what was given back in it. */
  supplies: VatLine[];
  /** What was given back, or taken after all, of supplies of earlier quarters, which each correction names. */
  corrections: VatLine[];
  /** Our own country's: declared there, and no part of the return. */
  home: VatLine[];
  /** VAT of the return: supplies and corrections. */
  vat_minor: number;
}

/**
 * The figures of a quarter. Each currency's sum is converted once, half up, at the rate of the last day of the quarter
 * that it is of: `rates` are units per euro by "quarter currency".
 */
export function ossFigures(
  sums: readonly VatSum[],
  { quarter, home, rates }: { quarter: string; home: string; rates: ReadonlyMap<string, string> },
): OssFigures {
  const lines = new Map<string, VatLine>();
  for (const { currency, base_minor, vat_minor, ...about } of sums) {
    const euros = (amount: number) =>
      inEuros(amount, currency, rates.get(`${about.supplied_in} ${currency}`));
    const key = `${about.supplied_in} ${about.country} ${about.rate_bps}`;
    const line = lines.get(key) ?? { ...about, base_minor: 0, vat_minor: 0 };
    lines.set(key, {
      ...line,
      base_minor: line.base_minor + euros(base_minor),
      vat_minor: line.vat_minor + euros(vat_minor),
    });
  }
  const moved = [...lines.values()].filter((line) => line.base_minor !== 0 || line.vat_minor !== 0);
  const abroad = moved.filter(({ country }) => country !== home);
  return {
    supplies: abroad.filter(({ supplied_in }) => supplied_in === quarter),
    corrections: abroad.filter(({ supplied_in }) => supplied_in !== quarter),
    home: moved.filter(({ country }) => country === home),
    vat_minor: abroad.reduce((sum, line) => sum + line.vat_minor, 0),
  };
}

/** The codes of countries in returns are those of ISO 3166, but for Greece. */
const vatCountry = (country: string) => (country === "GR" ? "EL" : country);

/** An amount of EUR with a point and two decimals. */
type Written = (amountMinor: number) => string;

/**
 * The supplies of a quarter in the layout of the German portal's import (BZSt, OSS of the Union, version 2.0): the
 * version, each country of consumption (record 1), then its services (record 2). Corrections are typed in there.
 */
export function ossImport(supplies: readonly VatLine[], amount: Written): string {
  const declared = supplies.filter(({ base_minor, vat_minor }) => base_minor > 0 && vat_minor > 0);
  const countries = [...new Set(declared.map(({ country }) => vatCountry(country)))];
  const records = declared.map(({ country, rate_bps, base_minor, vat_minor }) =>
    ["2", vatCountry(country), "STANDARD", amount(rate_bps), amount(base_minor), amount(vat_minor)].join(","),
  );
  return ["#v2.0", ...countries.map((country) => `1,${country}`), ...records, ""].join("\r\n");
}
