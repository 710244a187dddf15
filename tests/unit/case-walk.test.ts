import { describe, expect, test } from "vitest";
import { nextOpen, placeOf } from "../../app/routes/admin/case-walk.server.ts";
import { totalsOf } from "../../app/routes/admin/shown-money.server.ts";

describe("a case of a queue", () => {
  test("a case of a queue knows the cases before and after it", () => {
    expect(placeOf(["a", "b", "c"], "b")).toEqual({ place: 2, count: 3, previous: "a", next: "c" });
    expect(placeOf(["a"], "a")).toEqual({ place: 1, count: 1, previous: null, next: null });
  });

  test("a case of a queue that is not open any more leads to the first that is", () => {
    expect(placeOf(["a", "b"], "x")).toEqual({ place: null, count: 2, previous: null, next: "a" });
    expect(placeOf([], "x")).toEqual({ place: null, count: 0, previous: null, next: null });
  });

  test("a case of a queue is followed, once decided, by the next that no other operator has decided meanwhile", () => {
    expect(nextOpen(["a", "b", "c", "d"], "b", ["a", "d"])).toBe("d");
    expect(nextOpen(["a", "b"], "b", ["a"])).toBe("a");
    expect(nextOpen(["a", "b"], "b", ["a", "new"])).toBe("a");
    expect(nextOpen(["b"], "b", [])).toBe(null);
    expect(nextOpen(["b"], "b", ["b"])).toBe(null);
  });
});

test("a list of amounts is summed up in each of its currencies", () => {
  const of = (amount_minor: number, currency: string) => ({ amount_minor, currency });
  expect(totalsOf([of(5_00, "EUR"), of(7_00, "USD"), of(2_50, "EUR")], "en")).toEqual([
    { currency: "EUR", amount: "€7.50" },
    { currency: "USD", amount: "$7.00" },
  ]);
  expect(totalsOf([], "de")).toEqual([]);
});
