import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../../app/domain/calendar.ts";
import {
  oldestUsableRate,
  parseEcbRates,
  RatesUnavailable,
} from "../../app/domain/exchange-rates/rates.server.ts";
import {
  formatDay,
  formatMoment,
  formatMomentInBerlin,
  formatPercent,
  formatRate,
  formatTimeInBerlin,
} from "../../app/domain/money/formats.ts";

describe("a day of the product", () => {
  it("a day of the product begins at midnight in Berlin, in winter and in summer", () => {
    expect(businessDate(new Date("2026-11-20T22:59:59.999Z"))).toBe("2026-11-20");
    expect(businessDate(new Date("2026-11-20T23:00:00.000Z"))).toBe("2026-11-21");
    expect(businessDate(new Date("2026-07-01T21:59:59.999Z"))).toBe("2026-07-01");
    expect(businessDate(new Date("2026-07-01T22:00:00.000Z"))).toBe("2026-07-02");
  });

  it("a day of the product has 23 hours when the clocks go forward and 25 when they go back", () => {
    const hoursOn = (day: string, from: string) => {
      const start = Date.parse(from) - 6 * 3_600_000;
      return Array.from({ length: 48 }, (_, hour) => businessDate(new Date(start + hour * 3_600_000))).filter(
        (each) => each === day,
      ).length;
    };
    expect(hoursOn("2026-03-29", "2026-03-29T00:00:00Z")).toBe(23);
    expect(hoursOn("2026-10-25", "2026-10-25T00:00:00Z")).toBe(25);
    expect(hoursOn("2026-11-21", "2026-11-21T00:00:00Z")).toBe(24);
  });

  it("a day of the product never comes before the day of an earlier moment", () => {
    const moment = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [early, late] = one <= other ? [one, other] : [other, one];
        expect(businessDate(early) <= businessDate(late)).toBe(true);
        expect(businessDate(early)).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }),
    );
  });

  it("a day of the product may use reference rates of the seven days before", () => {
    expect(oldestUsableRate(new Date("2026-11-21T10:00:00Z"))).toBe("2026-11-14");
  });

  it("a day of the product is written out in both languages, in Berlin", () => {
    expect(formatDay("2026-11-21", "de")).toBe("21. November 2026");
    expect(formatDay("2026-11-21", "en")).toBe("21 November 2026");
    expect(formatDay(new Date("2026-11-20T23:30:00Z"), "en")).toBe("21 November 2026");
    expect(formatDay("2026-11-20T23:30:00.000Z", "de")).toBe("21. November 2026");
  });
});

describe("a time", () => {
  const at = new Date("2026-11-21T02:51:20Z");

  it("a time is written as its language does, with the zone for readers who may be elsewhere", () => {
    expect(formatMoment(at, "de")).toBe("21. November 2026 um 03:51 Uhr");
    expect(formatMoment(at, "en")).toBe("21 November 2026 at 03:51");
    expect(formatMomentInBerlin(at, "de")).toBe("21. November 2026 um 03:51 Uhr (Berlin)");
    expect(formatMomentInBerlin(at, "en")).toBe("21 November 2026 at 03:51 (Berlin time)");
    expect(formatTimeInBerlin(at, "de")).toBe("03:51 Uhr (Berlin)");
    expect(formatTimeInBerlin(at, "en")).toBe("03:51 (Berlin time)");
  });
});

describe("rates and percentages", () => {
  it("rates and percentages are written as the language writes them", () => {
    expect(formatPercent(2550, "en")).toBe("25.5%");
    expect(formatPercent(2550, "de").replace(/\s/, " ")).toBe("25,5 %");
    expect(formatRate("178.905547000000", "de")).toBe("178,906");
    expect(formatRate("0.880225901598", "en")).toBe("0.880226");
  });
});

describe("the European Central Bank's daily file", () => {
  const FILE = `<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='2026-11-20'>
    <Cube currency='USD' rate='1.1361'/><Cube currency="JPY" rate="178.91"/></Cube></Cube></gesmes:Envelope>`;

  it("the European Central Bank's daily file gives its day and the units of each currency for one euro, as text", () => {
    const { date, rates } = parseEcbRates(FILE);
    expect(date).toBe("2026-11-20");
    expect([...rates]).toEqual([
      ["USD", "1.1361"],
      ["JPY", "178.91"],
    ]);
  });

  it("the European Central Bank's daily file is refused whole when it has another form", () => {
    for (const text of [
      "",
      "<html>Sorry</html>",
      FILE.replace("2026-11-20", "today"),
      FILE.replaceAll("rate=", "price="),
    ]) {
      expect(() => parseEcbRates(text)).toThrow(RatesUnavailable);
    }
  });
});
