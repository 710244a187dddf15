import { type Kysely, sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, expectCleanEnd } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { acceptPayoutData, makeOperator, payoutsOf, withPayouts } from "../support/money/payout-world.ts";
import { askRefund, by, byOperator, refundsOf } from "../support/money/refund-world.ts";
import {
  balancesOf,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  paymentOf,
  payTip,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";

/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: TipWorld;
let operator: string;

it.beforeAll(async ({ database, second: connected }) => {
  second = connected;
  await earnBefore(createTipWorld(database.db), "EUR", 10_000_00);
  operator = await makeOperator(createTipWorld(database.db));
});
it.beforeEach(({ database }) => {
  world = createTipWorld(database.db);
});
afterEach(() => expectCleanEnd(world));

const either = (index: number): TipWorld => (index % 2 === 0 ? world : { ...world, db: second });
const isId = (answer: string) => /-/.test(answer);

describe("fifty at once", () => {
  it("fifty refunds of one tip at once, by its creator and by operators, refund it once", async () => {
    const creator = await createCreator(world);
    const payment = await payTip(world, creator);
    const answers = await all(many(50), (index) =>
      askRefund(either(index), payment, index % 3 === 0 ? byOperator(operator, true) : by(creator)),
    );
    expect(answers.filter(isId)).toHaveLength(1);
    expect(new Set(answers.filter((answer) => !isId(answer)))).toEqual(new Set(["nothing_left"]));
    const id = answers.find(isId) ?? "";
    await all(many(20), (index) => processRefund(either(index), id));
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("fifty presses at once of the button of one partial refund give one part back", async () => {
    const creator = await createCreator(world);
    const payment = await payTip(world, creator);
    const answers = await all(many(50), (index) =>
      askRefund(either(index), payment, by(creator), 20_00, 50_00),
    );
    expect(answers.filter(isId)).toHaveLength(1);
    expect(new Set(answers.filter((answer) => !isId(answer)))).toEqual(new Set(["changed"]));
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 30_00 });
  });

  it("fifty refunds at once against maturing take every cent once", async () => {
    const creator = await createCreator(world);
    const payments = await all(many(50), () => payTip(world, creator, { amount: 10_00 }));
    world.time.passSeconds(7 * DAY_SECONDS);
    const refunded = payments.filter((_, index) => index % 2 === 0);
    const [answers] = await Promise.all([
      all(refunded, (payment, index) => askRefund(either(index), payment, by(creator), 4_00)),
      all(many(6), (index) => releaseDueFunds(either(index).db, world.clock())),
    ]);
    // Some are refused by the provider, while what is left of the tips goes on maturing.
    for (const _ of many(12)) world.provider.failNext("refund", "refused");
    await Promise.all([
      all(answers.filter(isId), (id, index) => processRefund(either(index), id)),
      all(many(6), (index) => releaseDueFunds(either(index).db, world.clock())),
    ]);
    await releaseDueFunds(world.db, world.clock());
    expect(answers.filter(isId)).toHaveLength(25);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 500_00 - 13 * 4_00 });
  });

  it("fifty refunds at once against disputes: each tip's money goes one way, whichever came first", async () => {
    const creator = await createCreator(world);
    const payments = await all(many(25), () => payTip(world, creator, { amount: 10_00 }));
    const disputes = payments.map((payment) => [
      { disputeRef: "dispute-1", state: "LOST" as const, amountMinor: payment.charged_minor },
    ]);
    const [answers, told] = await Promise.all([
      all(payments, (payment, index) => askRefund(either(index), payment, by(creator))),
      all(payments, (payment, index) => tellDispute(either(index + 1), payment, "LOST")),
    ]);
    for (const [index, payment] of payments.entries()) {
      const answer = answers[index] ?? "";
      if (!isId(answer)) {
        expect([answer, told[index]]).toEqual(["charged_back", "dispute_lost"]);
        continue;
      }
      expect(["dispute_waits_for_refund", "dispute_lost"]).toContain(told[index]);
      // The bank was quicker: the provider refuses what it no longer has, and tells of the dispute.
      world.provider.failNext("refund", "refused");
      world.provider.change(payment.id, { state: "PAID", disputes: disputes[index] ?? [] });
      await processRefund(world, answer);
      expect(await refundsOf(world, payment)).toMatchObject([{ status: "FAILED" }]);
    }
    for (const payment of payments)
      expect(await paymentOf(world, payment.id)).toMatchObject({ status: "CHARGEBACK" });
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("fifty refunds at once of one tip against its chargeback: the fan has it back once, by one of the two ways", async () => {
    for (let round = 0; round < 4; round += 1) {
      const creator = await createCreator(world);
      const payment = await payTip(world, creator, { amount: 50_00, type: "INETCASH_OB" });
      const disputes = [
        { disputeRef: "dispute-1", state: "LOST" as const, amountMinor: payment.charged_minor },
      ];
      world.provider.change(payment.id, { state: "PAID", disputes });
      await Promise.all([
        all(many(25), async (index) => {
          const answer = await askRefund(either(index), payment, by(creator), 20_00, 50_00);
          if (isId(answer)) await processRefund(either(index), answer);
        }),
        all(many(25), (index) => tellDispute(either(index), payment, "LOST")),
      ]);
      // A dispute that came in the middle of a refund is reported again.
      await tellDispute(world, payment, "LOST");
      const refunded = (await refundsOf(world, payment)).filter((each) => each.status === "DONE");
      const { rows: lost } = await sql<{ claimed_minor: number }>`
        select h.claimed_minor from dispute_holds h join disputes d on d.id = h.dispute_id
        where d.payment_id = ${payment.id} and d.status = 'LOST'`.execute(world.db);
      // The dispute takes all of it, or what the one refund has left.
      expect([[50_00], [20_00, 30_00]]).toContainEqual([
        ...refunded.map((each) => each.tip_minor),
        ...lost.map((each) => each.claimed_minor),
      ]);
      expect(await paymentOf(world, payment.id)).toMatchObject({ status: "CHARGEBACK" });
      expect(await balancesOf(world, creator)).toEqual({});
      await expectCleanBooks(world.db, world.clock());
    }
  });

  it("fifty refunds at once against withdrawals never pay a cent twice", async () => {
    for (let round = 0; round < 5; round += 1) {
      const creator = await createCreator(world);
      const paying = withPayouts(world);
      await acceptPayoutData(paying, creator, { operator });
      const payments = await all(many(10), () =>
        payTip(world, creator, { amount: 40_00, type: "INETCASH_OB" }),
      );
      const [refunds, withdrawals] = await Promise.all([
        all(payments, (payment, index) => askRefund(either(index), payment, by(creator))),
        all(many(10), (index) =>
          requestWithdrawal(either(index), {
            user_id: creator.id,
            currency: "EUR",
            amount_minor: minor(170_00 + round),
          }),
        ),
      ]);
      const given = refunds.filter(isId).length;
      const paid = (await payoutsOf(world, creator)).reduce((sum, payout) => sum + payout.amount_minor, 0);
      const left = (await balancesOf(world, creator)).creator_available ?? 0;
      expect(given * 40_00 + paid + left).toBe(400_00);
      expect(withdrawals.filter((each) => each.outcome === "requested").length).toBeLessThanOrEqual(1);
      // Either there was enough for all refunds, and then not for a withdrawal, or the withdrawal came in between.
      expect(given).toBeGreaterThanOrEqual(5);
      expect(paid).toBe(given > 5 ? 0 : 170_00 + round);
      expect(new Set(refunds.filter((answer) => !isId(answer)))).toEqual(
        given === 10 ? new Set() : new Set(["not_enough"]),
      );
      await expectCleanBooks(world.db, world.clock());
    }
  });
});
