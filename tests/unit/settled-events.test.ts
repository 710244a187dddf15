import fc from "fast-check";
import { expect, it } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import type { SettledEvent } from "../../app/domain/payments/provider-port.ts";
import {
  judgeEvents,
  settledKey,
  sumsByCurrency,
} from "../../app/domain/payments/settlements/judge-events.ts";
import { type OpenBooking, pairBookings } from "../../app/domain/payments/settlements/transfers.ts";

const PAID = minor(50_00);

/** Few names and few facts, so that files overlap and contradict each other often. */
const event = fc
  .record({
    event_ref: fc.constantFrom("e1", "e2", "e3", "e4"),
    kind: fc.constantFrom(
      ...(["PAYMENT", "FEE", "TRANSFER", "CONVERSION", "FEE_RETURNED", "COLLECTION"] as const),
    ),
    payment: fc.constantFrom("known", "unknown"),
    amount: fc.constantFrom(PAID, minor(49_99)),
    fee: fc.constantFrom(minor(0), minor(70)),
  })
  .map(
    ({ event_ref, kind, payment, amount, fee }): SettledEvent => ({
      ...{ event_ref, kind, currency: "EUR", gross_minor: amount, occurred_on: null },
      payment_ref: kind === "PAYMENT" ? payment : null,
      reference: kind === "TRANSFER" ? "TR" : null,
      fee_minor: kind === "PAYMENT" ? fee : minor(0),
      other_currency: kind === "CONVERSION" ? "USD" : null,
      other_minor: kind === "CONVERSION" ? amount : null,
      reaches_bank: kind === "TRANSFER",
    }),
  );
const files = fc.array(fc.array(event, { maxLength: 6 }), { maxLength: 6 });

it("in whatever files events come, each is posted once at most, by what was said of it first, and only what our books know", () => {
  fc.assert(
    fc.property(files, (given) => {
      const reported = new Map<string, SettledEvent & { id: string }>();
      const settled = new Set<string>();
      const taken: SettledEvent[] = [];
      for (const file of given) {
        const payments = new Map([["known", { currency: "EUR", minor: PAID }]]);
        const [none, settled_before_events] = [new Map(), new Set<string>()];
        const nothing = {
          unpaid: none,
          refunds: none,
          failed_refunds: none,
          disputes: none,
          shares: none,
          settled_before_events,
        };
        for (const each of judgeEvents(file, { payments, reported, settled, ...nothing })) {
          if (each.judgement.outcome === "TAKEN") taken.push(each.event);
          const key = settledKey(each.event);
          if (each.judgement.outcome === "TAKEN" && key !== null) settled.add(key);
          if (!reported.has(each.event.event_ref))
            reported.set(each.event.event_ref, { ...each.event, id: each.event.event_ref });
        }
      }
      // The model: the first word of each event, and of a payment the first one that is right.
      const firsts = [
        ...new Map(
          given
            .flat()
            .toReversed()
            .map((each) => [each.event_ref, each]),
        ).values(),
      ];
      const right = firsts.filter(
        ({ kind, payment_ref, gross_minor }) =>
          kind !== "PAYMENT" || (payment_ref === "known" && gross_minor === PAID),
      );
      const order = given.flat();
      const payment = right
        .filter(({ kind }) => kind === "PAYMENT")
        .sort((one, other) => order.indexOf(one) - order.indexOf(other))
        .slice(0, 1);
      const expected = [...right.filter(({ kind }) => kind !== "PAYMENT"), ...payment];
      expect(taken.map(({ event_ref }) => event_ref).sort()).toEqual(
        expected.map(({ event_ref }) => event_ref).sort(),
      );
      expect(sumsByCurrency(taken)).toEqual(sumsByCurrency(expected));
    }),
  );
});

it("transfers are paired with the bank's credits, by name and by amount, at a cost that grows with how many there are", () => {
  const looksFor = (count: number) => {
    let looks = 0;
    const places = Array.from({ length: count }, (_, place) => place);
    const transfers = places.map((place) => ({
      ...{
        id: `t${place}`,
        direction: "CREDIT" as const,
        settlement_id: "s",
        currency: "EUR",
        occurred_on: "2026-12-01",
      },
      reference: place % 2 === 0 ? `TR-${place}` : `other-${place}`,
      amount_minor: minor(place % 2 === 0 ? 10_00 : 20_00 + place),
    }));
    const credits = transfers.map(
      ({ reference, currency, direction, amount_minor }, place): OpenBooking => ({
        ...{ id: `c${place}`, direction, currency, booked_on: "2026-12-02", is_open: true },
        get amount_minor() {
          looks += 1;
          return amount_minor;
        },
        texts: [place % 2 === 0 ? `Payout ${reference}` : null],
      }),
    );
    const found = pairBookings(transfers, credits);
    expect([...found].every(([transfer, credit]) => transfer.slice(1) === credit.slice(1))).toBe(true);
    expect(found.size).toBe(count);
    return looks;
  };
  expect(looksFor(2_000)).toBeLessThanOrEqual(10 * looksFor(200));
});
