import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { releaseDueFunds, writeOff } from "../../app/domain/earnings/earnings.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { processRefund } from "../../app/domain/payment-updates/payment-updates.server.ts";
import type { Payment } from "../../app/domain/payments/payments.server.ts";
import {
  markBounced,
  markFailed,
  markPaid,
  requestWithdrawal,
} from "../../app/domain/payouts/payouts.server.ts";
import { refundTip } from "../../app/domain/refunds/refunds.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { type ModelType, MoneyModel } from "../support/money/money-model.ts";
import {
  acceptPayoutData,
  approveAbout,
  batchUp,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  accountStatus,
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

const CURRENCIES = ["EUR", "USD", "GBP"] as const;
/** A long run takes its number of histories from here, and may be repeated by its seed; docs/faults.md has the longest. */
const HISTORIES = Number(process.env.HISTORIES ?? 60);
const SEED = Number(process.env.SEED ?? Date.now());
/** The checks of the books read all of them: after so many histories a new database begins. */
const SLICE = 30;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  // What creators owe, the platform bears for a while.
  for (const currency of CURRENCIES) await earnBefore(createTipWorld(database.db), currency, 100_000_000_00);
});
afterEach(() => database.drop());

const who = fc.nat(CURRENCIES.length - 1);
const which = fc.nat(30);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant("tip" as const),
      who,
      amount: fc.integer({ min: 100, max: 50_000 }),
      way: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant("days" as const), days: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant("withdraw" as const),
      who,
      percent: fc.integer({ min: 1, max: 101 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant("dispute" as const),
      which,
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ action: fc.constantFrom("lose" as const, "win" as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant("settle" as const), who, isPaid: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant("bounce" as const), who }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant("write_off" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant("refund" as const),
      which,
      percent: fc.integer({ min: 1, max: 120 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const history = fc.array(step, { minLength: 5, maxLength: 25 });

async function requestedRefunds(world: PayoutWorld, paymentId: string): Promise<{ id: string }[]> {
  return await world.db
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("status", "=", "REQUESTED")
    .execute();
}

/** The product and the paper, side by side. */
class Stage {
  readonly model = new MoneyModel(CURRENCIES.length);
  readonly payments: { payment: Payment; charged: number }[] = [];

  readonly world: PayoutWorld;
  readonly creators: readonly Creator[];
  readonly operator: string;
  readonly colleague: string;

  private constructor(world: PayoutWorld, creators: readonly Creator[], operators: [string, string]) {
    this.world = world;
    this.creators = creators;
    [this.operator, this.colleague] = operators;
  }

  /** What takes two operators is approved by the second. */
  private async approve(world: PayoutWorld, outcome: string, subject: string): Promise<void> {
    if (outcome === "waiting") expect(await approveAbout(world, subject, this.colleague)).toBe("approved");
  }

  static async open(): Promise<Stage> {
    const world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 50_00 });
    const creators = await all(CURRENCIES, async (currency) => {
      const creator = await createCreator(world, { currency });
      await acceptPayoutData(world, creator);
      return creator;
    });
    return new Stage(world, creators, [await makeOperator(world), await makeOperator(world)]);
  }

  async take(one: Step): Promise<void> {
    const { world, model } = this;
    const now = () => world.clock().getTime();
    if (one.action === "tip") {
      const creator = this.creator(one.who);
      const ways: ModelType[] =
        creator.currency === "EUR" ? ["INETCASH_CC", "INETCASH_OB", "INETCASH_DD"] : ["INETCASH_CC"];
      const type = ways[one.way % ways.length] ?? "INETCASH_CC";
      const payment = await payTip(world, creator, { amount: one.amount, type });
      this.payments.push({ payment, charged: payment.charged_minor });
      model.tip(one.who, one.amount, type, now());
    } else if (one.action === "days") {
      world.time.passSeconds(one.days * DAY_SECONDS);
      await releaseDueFunds(world.db, world.clock());
      model.mature(now());
    } else if (one.action === "withdraw") {
      const creator = this.creator(one.who);
      const available = (await balancesOf(world, creator)).creator_available ?? 0;
      const amount = Math.trunc((available * one.percent) / 100);
      const wish = { user_id: creator.id, currency: creator.currency as "EUR", amount_minor: minor(amount) };
      const outcome = await requestWithdrawal(world, wish);
      expect(outcome.outcome === "refused" ? outcome.reason : outcome.outcome).toBe(
        model.withdraw(one.who, amount),
      );
    } else if (one.action === "settle") {
      const [open] = (await payoutsOf(world, this.creator(one.who))).filter(
        ({ status }) => status === "REQUESTED",
      );
      if (!open) return;
      const order = { rail: open.rail as "SEPA", currency: open.currency as "EUR" };
      await batchUp(world, this.operator, { ...order, releaser: this.colleague });
      const given = { payout_id: open.id, operator_id: this.operator };
      if (one.isPaid) await markPaid(world, { ...given, operator_id: this.colleague });
      else {
        const failed = await markFailed(world, { ...given, reason: "Account closed" });
        await this.approve(world, failed.outcome, `payout:${open.id}`);
      }
      model.settle(one.who, one.isPaid);
    } else if (one.action === "bounce") {
      const paid = (await payoutsOf(world, this.creator(one.who))).find(({ status }) => status === "PAID");
      if (!paid) return;
      const given = { payout_id: paid.id, operator_id: this.operator, reason: "Moved away" };
      await this.approve(world, (await markBounced(world, given)).outcome, `payout:${paid.id}`);
      model.bounce(one.who, paid.amount_minor);
    } else if (one.action === "write_off") {
      const { id: creator_id, currency } = this.creator(one.who);
      const order = { creator_id, currency, operator_id: this.operator, reason: "test" };
      const outcome = await writeOff(world, order);
      await this.approve(world, outcome, `user:${creator_id}:${currency}`);
      expect(outcome === "waiting" ? "written_off" : outcome).toBe(model.writeOff(one.who));
    } else if (one.action === "refund") {
      const index = this.payments.length === 0 ? -1 : one.which % this.payments.length;
      const told = this.payments[index];
      const tip = model.tips[index];
      if (!told || !tip) return;
      const amount = Math.max(1, Math.trunc((tip.amount * one.percent) / 100));
      const by = { role: "OPERATOR", user_id: this.operator, reason: "test", pays_rest: false } as const;
      const seen_left_minor = minor(tip.amount - tip.refunded.in_all);
      const order = { payment_id: told.payment.id, amount_minor: minor(amount), seen_left_minor, by };
      const outcome = await refundTip(world, order);
      const said = outcome.outcome === "refused" ? outcome.reason : "refunding";
      expect(said).toBe(model.refund(index, amount));
      await this.approve(world, outcome.outcome, `payment:${told.payment.id}`);
      for (const { id } of await requestedRefunds(world, told.payment.id)) await processRefund(world, id);
    } else {
      const index = this.payments.length === 0 ? -1 : one.which % this.payments.length;
      const told = this.payments[index];
      if (!told) return;
      const known = model.tips[index]?.dispute?.state;
      if (one.action === "dispute") {
        // What a dispute takes of a tip that was given back in part has its own tests (refunds-property).
        if (known || (model.tips[index]?.refunded.in_all ?? 0) > 0) return;
        const amount = Math.max(1, Math.trunc((told.charged * one.percent) / 100));
        await tellDispute(world, told.payment, "OPEN", { amount });
        model.dispute(index, amount, told.charged);
        Object.assign(told, { disputed: amount });
      } else if (known === "OPEN" || (known === "LOST" && one.action === "win")) {
        const amount = "disputed" in told ? Number(told.disputed) : told.charged;
        await tellDispute(world, told.payment, one.action === "win" ? "WON" : "LOST", { amount });
        if (one.action === "win") model.win(index);
        else model.lose(index);
      }
    }
  }

  async compare(): Promise<void> {
    for (const [index, creator] of this.creators.entries()) {
      expect(await balancesOf(this.world, creator), creator.currency).toEqual(this.model.balances(index));
      const owes = (this.model.creators[index]?.owed ?? 0) > 0;
      expect(await accountStatus(this.world, creator)).toBe(owes ? "CHARGEBACK" : "ACTIVE");
    }
  }

  private creator(index: number): Creator {
    const creator = this.creators[index];
    if (!creator) throw new Error(`there is no creator ${index}`);
    return creator;
  }
}

const slices = many(Math.ceil(HISTORIES / SLICE)).map((index) => ({
  histories: Math.min(SLICE, HISTORIES - index * SLICE),
  seed: (SEED + index) % 2 ** 31,
}));

it.each(slices)(
  "any history of tips, maturing, payouts, refunds and disputes matches an independent calculation after every step ($histories histories, seed $seed)",
  async ({ histories, seed }) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const stage = await Stage.open();
        for (const one of steps) {
          await stage.take(one);
          await stage.compare();
        }
        await expectCleanBooks(database.db, stage.world.clock());
      }),
      { numRuns: histories, seed },
    );
  },
  600_000,
);
