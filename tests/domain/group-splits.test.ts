import fc from "fast-check";
import { expect } from "vitest";
import { businessDate } from "../../app/domain/calendar.ts";
import { euroValue } from "../../app/domain/exchange-rates/rates.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, payGroupTip, sharesOf } from "../support/money/groups.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { askRefund, by, byOperator } from "../support/money/refund-world.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  paymentOf,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";

// The split of a group's tip by the real settlement, and how every cent of it goes back (docs/product.md, 3.5).

let world: TipWorld;
let operator: string;
let creators: Creator[];

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
  for (const currency of ["EUR", "USD", "GBP"]) await earnBefore(world, currency, 1_000_000_00);
  operator = await makeOperator(world);
  creators = await all(many(6), () => createCreator(world));
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const part = fc.record({ who: fc.nat(6), permille: fc.integer({ min: 1, max: 400 }) });
const story = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  amounts: fc.array(fc.integer({ min: 6_00, max: 500_00 }), { minLength: 1, maxLength: 3 }),
  currency: fc.constantFrom("EUR", "USD"),
  payIn: fc.constantFrom("EUR", "USD", "GBP"),
  /** By a member, or where the number is no member's by the operator. */
  refunds: fc.array(part, { maxLength: 4 }),
  disputed: fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 3 }),
});

it("any tip to a group is split to the cent, by who is furthest behind, and goes back from each share to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ count, amounts, currency, payIn, refunds, disputed }) => {
      const members = creators.slice(0, count);
      const group = await createGroup(world, members, { currency });
      // What each is behind their fair share, in parts of a cent of which there are as many as members.
      const behind = many(count).map(() => 0);
      for (const amount of amounts) {
        const payment = await payGroupTip(world, group, { amount, payIn });
        const shares = await sharesOf(world, payment);
        const rest = amount % count;
        const order = many(count).toSorted(
          (one, other) => (behind[other] ?? 0) - (behind[one] ?? 0) || one - other,
        );
        const extra = new Set(order.slice(0, rest));
        expect(shares.map(({ amount_minor }) => amount_minor)).toEqual(
          many(count).map((index) => Math.floor(amount / count) + (extra.has(index) ? 1 : 0)),
        );
        for (const index of many(count))
          behind[index] = (behind[index] ?? 0) + rest - (extra.has(index) ? count : 0);
        expect(Math.max(...behind.map(Math.abs))).toBeLessThan(count);
        const day = businessDate(world.clock());
        expect(sum(shares.map(({ worth_eur_minor }) => worth_eur_minor))).toBe(
          await world.db.transaction().execute((trx) => euroValue(trx, minor(amount), currency, day)),
        );

        for (const { who, permille } of refunds) {
          const member = members[who];
          const of = member ? (shares[who]?.amount_minor ?? 0) : amount;
          const asker = member ? by(member) : byOperator(operator);
          const asked = await askRefund(
            world,
            payment,
            asker,
            Math.max(1, Math.floor((of * permille) / 1000)),
          );
          if (/-/.test(asked)) await processRefund(world, asked);
          else expect(["too_much", "nothing_left", "too_small"]).toContain(asked);
        }
        for (const [index, permille] of disputed.entries()) {
          const named = Math.max(1, Math.floor((payment.charged_minor * permille) / 1000));
          await tellDispute(world, payment, "LOST", { amount: named, ref: `part-${index}` });
        }
        await tellDispute(world, payment, "LOST", { ref: "all" });
        for (const { counted_minor } of await sharesOf(world, payment)) expect(counted_minor).toBe(0);
        expect(["CHARGEBACK", "REFUNDED"]).toContain((await paymentOf(world, payment.id)).status);
      }
      for (const each of members) expect(await balancesOf(world, each, currency)).toEqual({});
    }),
    { numRuns: Number(process.env.RUNS ?? 25), endOnFailure: true },
  );
  await expectCleanBooks(world.db, world.clock());
});
