import { describe, expect, it } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import type { Booking, Transfer } from "../../app/domain/payments/settlements/transfers.ts";
import {
  ReportedBookings,
  TransferIndex,
} from "../../app/domain/payouts/bank-statements/match-rows.server.ts";

const DAY = "2026-12-01";
const credit = (change: Partial<Booking> = {}): Booking => ({
  ...{ direction: "CREDIT", currency: "EUR", amount_minor: 5_00, booked_on: DAY, texts: [null] },
  ...change,
});

/** Transfers whose facts are counted when they are read. */
function countedTransfers(count: number, amountOf: (index: number) => number) {
  const reads = { count: 0 };
  const transfers = Array.from({ length: count }, (_, index): Transfer => {
    const transfer: Transfer = {
      ...{
        direction: "CREDIT",
        id: `t-${index}`,
        settlement_id: "s",
        reference: `TR-${index}`,
        currency: "EUR",
      },
      ...{ amount_minor: minor(amountOf(index)), occurred_on: DAY },
    };
    return new Proxy(transfer, {
      get: (target, name, receiver) => {
        reads.count += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  });
  return { transfers, reads };
}

/** How often a fact of a transfer is read while a statement with as many credits is gone through. */
function readsOf(count: number, amountOf: (index: number) => number, textsOf: (index: number) => string) {
  const { transfers, reads } = countedTransfers(count, amountOf);
  const [index, told] = [new TransferIndex(transfers), new ReportedBookings()];
  const found = transfers.map((_, place) => {
    const amount_minor = amountOf(place);
    const transfer = index.find(
      credit({ amount_minor, texts: [textsOf(place)] }),
      "camt.053",
      `b-${place}`,
      told,
    );
    if (transfer) told.add(`t-${place}`, "camt.053", "CREDIT", `b-${place}`);
    return transfer;
  });
  return { reads: reads.count, found: found.filter(Boolean).length };
}

describe("the transfers that a statement's credits may be", () => {
  const NAMED = (index: number) => `Payout TR-${index} thank you`;
  it.each([
    ["named, of different amounts", (index: number) => 1_00 + index, NAMED, 1],
    ["named, all of one amount", () => 5_00, NAMED, 1],
    ["not named, of different amounts", (index: number) => 1_00 + index, () => "Collected", 1],
    ["not named, all of one amount, so none is known", () => 5_00, () => "Collected", 0],
    // The last of one amount is the only one left.
    [
      "every second named, all of one amount",
      () => 5_00,
      (index: number) => (index % 2 ? "" : NAMED(index)),
      0.5,
    ],
  ] as const)(
    "what it costs to look for credits grows with how many there are: %s",
    (_, amountOf, textsOf, part) => {
      const [some, many] = [readsOf(200, amountOf, textsOf), readsOf(800, amountOf, textsOf)];
      expect(many.reads).toBeLessThan(some.reads * 4.5);
      expect([some.found, many.found]).toEqual([200 * part, 800 * part]);
    },
  );

  it("a credit is the transfer that it names first, or the only one of its money and days that the bank has not told of", () => {
    const { transfers } = countedTransfers(3, (index) => (index === 2 ? 7_00 : 5_00));
    const [index, told] = [new TransferIndex(transfers), new ReportedBookings()];
    const find = (change: Partial<Booking>, kind: "camt.053" | "camt.054" = "camt.053", ref = "b") =>
      index.find(credit(change), kind, ref, told)?.id ?? null;
    expect(find({ texts: ["tr-1, not TR-0"], amount_minor: 9_00 })).toBe("t-0");
    expect([find({}), find({ amount_minor: 7_00 })]).toEqual([null, "t-2"]);
    expect(find({ amount_minor: 7_00, booked_on: "2026-11-30" })).toBe("t-2");
    expect(find({ amount_minor: 7_00, booked_on: "2026-12-11" })).toBe("t-2");
    expect(find({ amount_minor: 7_00, booked_on: "2026-11-29" })).toBe(null);
    expect(find({ amount_minor: 7_00, booked_on: "2026-12-12" })).toBe(null);
    told.add("t-0", "camt.053", "CREDIT", "b");
    expect([find({}, "camt.053", "other"), find({}, "camt.053", "b"), find({}, "camt.054")]).toEqual([
      "t-1",
      null,
      null,
    ]);
  });
});
