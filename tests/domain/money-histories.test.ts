import fc from "fast-check";
import { many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { MoneyStage } from "../support/money/money-stage.ts";
import { CURRENCIES, type MoneyStep } from "../support/money/money-steps.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { createTipWorld, earnBefore } from "../support/money/tip-world.ts";

/** A long run takes its number of histories from here, and may be repeated by its seed; docs/faults.md has the longest. */
const HISTORIES = Number(process.env.HISTORIES ?? 24);
const SEED = Number(process.env.SEED ?? Date.now());
/** The checks of the books read all of them: after so many histories a new database begins. */
const SLICE = 24;

let database: TestDatabase;
it.beforeEach(async ({ database: own }) => {
  database = own;
  // What creators owe, the platform bears for a while.
  for (const currency of CURRENCIES) await earnBefore(createTipWorld(database.db), currency, 100_000_000_00);
});

const who = fc.nat(2);
const which = fc.nat(30);
const currency = fc.nat(1);
const percent = fc.integer({ min: 1, max: 120 });
const share = fc.constantFrom(100, 100, 60, 33, 7);
const of = <Action extends MoneyStep["action"]>(...actions: Action[]) => fc.constantFrom(...actions);
const step: fc.Arbitrary<MoneyStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ action: of("tip"), who, way: fc.nat(2), percents: fc.tuple(share, share) },
      ...{ amount: fc.integer({ min: 100, max: 50_000 }), isLate: fc.nat(4).map((n) => n === 0) },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ action: of("group_tip"), who: fc.nat(7), way: fc.nat(2), percents: fc.tuple(share, share) },
      ...{ amount: fc.integer({ min: 100, max: 50_000 }), isLate: fc.nat(2).map((n) => n === 0) },
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: of("arrive"), which }) },
  { weight: 1, arbitrary: fc.record({ action: of("arrive_locked"), which, who }) },
  { weight: 1, arbitrary: fc.record({ action: of("member"), who }) },
  { weight: 2, arbitrary: fc.record({ action: of("money_model"), who }) },
  { weight: 2, arbitrary: fc.record({ action: of("group_model"), isDirect: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ action: of("pass"), which },
      ends: fc.constantFrom("well", "refused", "unavailable", "lost_answer"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ action: of("share_refund"), which, who, percent }) },
  { weight: 2, arbitrary: fc.record({ action: of("days"), days: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ action: of("withdraw"), who, currency, percent }) },
  { weight: 2, arbitrary: fc.record({ action: of("settle"), who, isPaid: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ action: of("bounce", "leave"), who }) },
  { weight: 1, arbitrary: fc.record({ action: of("report_return"), who }) },
  { weight: 2, arbitrary: fc.record({ action: of("refund_fails"), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ action: of("correct"), who, currency, way: fc.nat(2) },
      amount: fc.integer({ min: 1, max: 3_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ action: of("move", "write_off", "give_up"), who, currency }) },
  {
    weight: 6,
    arbitrary: fc.record({ action: of("open", "won", "lost"), which, dispute: fc.constantFrom(0, 1) }),
  },
  { weight: 3, arbitrary: fc.record({ action: of("refund", "provider_refund"), which, percent }) },
);
const history = fc.array(step, { minLength: 5, maxLength: 25 });

const slices = many(Math.ceil(HISTORIES / SLICE)).map((index) => ({
  histories: Math.min(SLICE, HISTORIES - index * SLICE),
  seed: (SEED + index) % 2 ** 31,
}));

it.each(slices)(
  "any history of tips, to creators and to a group, maturing, payouts, reported returns, refunds, late failures, disputes, changes of the money model, shares passed on and deletions in two currencies matches an independent calculation after every step ($histories histories, seed $seed)",
  async ({ histories, seed }) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 50_00 });
        const stage = await MoneyStage.open(world);
        for (const one of steps) {
          await stage.take(one);
          await stage.compare();
        }
        await stage.passAll();
        await stage.compare();
        await expectCleanBooks(database.db, world.clock());
      }),
      // A history is told again by its seed: looking for a shorter one takes longer than all of them.
      { numRuns: histories, seed, endOnFailure: true },
    );
  },
  600_000,
);
