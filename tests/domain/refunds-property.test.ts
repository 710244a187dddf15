import fc from "fast-check";
import { describe, expect } from "vitest";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { RULE_RANGES } from "../../app/domain/settings/price-rules.schema.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { askRefund, by, refundsOf } from "../support/money/refund-world.ts";
import {
  balancesOf,
  createCreator,
  createTipWorld,
  earnBefore,
  mature,
  paymentOf,
  payTip,
  type TipWorld,
  tell,
} from "../support/money/tip-world.ts";

/** More by the environment: docs/faults.md. */
const RUNS = Number(process.env.RUNS ?? 15);
let world: TipWorld;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
  // What rounding between currencies leaves is the platform's to bear.
  for (const currency of ["EUR", "USD", "GBP"]) await earnBefore(world, currency, 1_000_00);
});

const days = (count: number) => mature(world, count);

describe("any tip, in any currencies, given back in any parts", () => {
  it("any tip, in any currencies, given back in any parts comes to the cent, and the books are clean after each part", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: RULE_RANGES.tip_least_minor, max: RULE_RANGES.tip_most_minor }),
        fc.constantFrom(0, 1, 35, RULE_RANGES.fee_minimum_most_minor),
        fc.constantFrom("EUR", "USD", "GBP"),
        fc.constantFrom("EUR", "USD", "JPY", "CHF"),
        fc.constantFrom("DE", "FR", "US", "HU"),
        fc.array(
          fc.record({
            part: fc.integer({ min: 1, max: 1000 }),
            isByProvider: fc.boolean(),
            isRefused: fc.boolean(),
            isLater: fc.boolean(),
          }),
          { minLength: 1, maxLength: 5 },
        ),
        async (amount, service_fee_minimum_minor, currency, payIn, country, steps) => {
          const own = await createCreator(world, { currency });
          world.rules = { ...world.rules, service_fee_minimum_minor };
          const payment = await payTip(world, own, { amount, payIn, country });
          for (const [index, step] of steps.entries()) {
            if (step.isLater) await days(4);
            const refunds = await refundsOf(world, payment);
            const good = refunds.filter((each) => each.status !== "FAILED");
            const gone = (field: "tip_minor" | "amount_minor") =>
              good.reduce((sum, each) => sum + each[field], 0);
            const left = amount - gone("tip_minor");
            if (left === 0) break;
            if (step.isByProvider) {
              const charged = payment.charged_minor - gone("amount_minor");
              const amountMinor = Math.max(1, Math.floor((charged * step.part) / 1000));
              const news = { refundId: `their-${index}`, state: "DONE" as const, amountMinor };
              await tell(world, payment, { refunds: [news] });
            } else {
              const id = await askRefund(
                world,
                payment,
                by(own),
                Math.max(1, Math.floor((left * step.part) / 1000)),
              );
              if (step.isRefused) world.provider.failNext("refund", "refused");
              if (/-/.test(id)) await processRefund(world, id);
              else expect(id).toBe("too_small");
            }
            await expectCleanBooks(world.db, world.clock());
          }
          const last = await askRefund(world, payment, by(own));
          if (/-/.test(last)) await processRefund(world, last);
          else expect(last).toBe("nothing_left");
          await expectCleanBooks(world.db, world.clock());
          const done = (await refundsOf(world, payment)).filter((each) => each.status === "DONE");
          const sum = (field: "tip_minor" | "service_fee_minor" | "vat_minor" | "amount_minor") =>
            done.reduce((total, each) => total + each[field], 0);
          expect(sum("tip_minor")).toBe(amount);
          if (last !== "nothing_left" || done.every((each) => each.asked_by !== "PROVIDER")) {
            expect(sum("service_fee_minor")).toBe(payment.service_fee_minor);
            expect(sum("vat_minor")).toBe(payment.vat_minor);
            expect(sum("amount_minor")).toBe(payment.charged_minor);
          }
          expect(await balancesOf(world, own)).toEqual({});
          expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
        },
      ),
      { numRuns: RUNS },
    );
  });
});
