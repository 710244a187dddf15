import { describe, expect, it } from "vitest";
import {
  choosePeriod,
  periodBefore,
  periodQuery,
  splitMonths,
  stepsOf,
} from "../../app/domain/statistics/periods.ts";

const FIRST = "2025-06-17";
const chosen = (address: Record<string, string>, today = "2026-11-27", first = FIRST) =>
  choosePeriod(periodQuery.parse(address), { today, first });
const daysOf = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;
const earlier = (address: Record<string, string>, today?: string) => {
  const found = periodBefore(chosen(address, today));
  return found && daysOf(found);
};

describe("a period of the statistics", () => {
  it("ends today, and has twelve months unless another is chosen", () => {
    expect(daysOf(chosen({}))).toBe("2025-12-01 2026-11-27");
    expect(daysOf(chosen({ period: "fortnight", from: "", to: "31.12.2026" }))).toBe("2025-12-01 2026-11-27");
    expect(daysOf(chosen({ period: "week" }))).toBe("2026-11-23 2026-11-27");
    expect(daysOf(chosen({ period: "30days" }))).toBe("2026-10-29 2026-11-27");
    expect(daysOf(chosen({ period: "all" }))).toBe("2025-06-17 2026-11-27");
    expect(daysOf(chosen({}, "2024-02-29"))).toBe("2023-03-01 2024-02-29");
  });

  it("of own days is put in order and ends today at the latest", () => {
    expect(chosen({ period: "week", from: "2026-10-01", to: "2026-10-31" })).toEqual({
      ...{ name: "own", from: "2026-10-01", to: "2026-10-31" },
    });
    expect(daysOf(chosen({ from: "2026-10-31", to: "2026-10-01" }))).toBe("2026-10-01 2026-10-31");
    expect(daysOf(chosen({ from: "2026-11-20", to: "2027-01-01" }))).toBe("2026-11-20 2026-11-27");
    expect(daysOf(chosen({ from: "2027-01-01" }))).toBe("2026-11-27 2026-11-27");
    expect(daysOf(chosen({ to: "2025-12-31" }))).toBe("2025-06-17 2025-12-31");
    expect(daysOf(chosen({ to: "2025-01-31" }))).toBe("2025-01-31 2025-06-17");
    expect(daysOf(chosen({ from: "2026-02-30", to: "2026-03-01" }))).toBe("2025-06-17 2026-03-01");
  });

  it("is compared with as much time before", () => {
    expect(earlier({})).toBe("2024-12-01 2025-11-27");
    expect(earlier({}, "2024-02-29")).toBe("2022-03-01 2023-02-28");
    expect(earlier({ period: "week" })).toBe("2026-11-16 2026-11-20");
    expect(earlier({ period: "30days" })).toBe("2026-09-29 2026-10-28");
    expect(earlier({ period: "all" })).toBeNull();
    expect(earlier({ from: "2026-11-20", to: "2026-11-22" })).toBe("2026-11-17 2026-11-19");
  });

  it("of whole months is compared with whole months, however long they are", () => {
    expect(earlier({ from: "2026-03-01", to: "2026-03-31" })).toBe("2026-02-01 2026-02-28");
    expect(earlier({ from: "2026-02-01", to: "2026-02-28" })).toBe("2026-01-01 2026-01-31");
    expect(earlier({ from: "2026-07-01", to: "2026-09-30" })).toBe("2026-04-01 2026-06-30");
    expect(earlier({ from: "2024-01-01", to: "2024-12-31" })).toBe("2023-01-01 2023-12-31");
    expect(earlier({ from: "2026-11-01", to: "2026-11-27" })).toBe("2026-10-01 2026-10-27");
    expect(earlier({ from: "2026-03-01", to: "2026-03-30" })).toBe("2026-02-01 2026-02-28");
  });

  it("is shown by days up to 31, by months up to 24, else by years, the last first", () => {
    expect(stepsOf({ from: "2026-10-31", to: "2026-11-02" })).toEqual({
      ...{ unit: "day", steps: ["2026-11-02", "2026-11-01", "2026-10-31"] },
    });
    expect(stepsOf({ from: "2026-10-01", to: "2026-10-31" })).toMatchObject({ unit: "day" });
    expect(stepsOf({ from: "2026-10-01", to: "2026-11-01" })).toEqual({
      ...{ unit: "month", steps: ["2026-11", "2026-10"] },
    });
    expect(stepsOf({ from: "2024-12-31", to: "2026-11-27" })).toMatchObject({ unit: "month" });
    expect(stepsOf({ from: "2024-11-30", to: "2026-11-27" })).toEqual({
      ...{ unit: "year", steps: ["2026", "2025", "2024"] },
    });
  });

  it("has whole months, and days of the others", () => {
    expect(splitMonths({ from: "2026-09-30", to: "2026-11-27" }, "2026-11-27")).toEqual({
      months: ["2026-10", "2026-11"],
      days: [{ from: "2026-09-30", to: "2026-09-30" }],
    });
    expect(splitMonths({ from: "2026-09-01", to: "2026-11-26" }, "2026-11-27")).toEqual({
      months: ["2026-09", "2026-10"],
      days: [{ from: "2026-11-01", to: "2026-11-26" }],
    });
    expect(splitMonths({ from: "2026-11-05", to: "2026-11-06" }, "2026-11-27")).toEqual({
      months: [],
      days: [{ from: "2026-11-05", to: "2026-11-06" }],
    });
  });
});
