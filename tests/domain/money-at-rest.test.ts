import fc from "fast-check";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { ProviderRefused } from "../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { fetchBatchFile, makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markBounced, markFailed, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { connectAgain, createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { MoneyTold, moveDispute, type ToldTip } from "../support/money/expected-balances.ts";
import {
  acceptPayoutData,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import { askRefund, byOperator } from "../support/money/refund-world.ts";
import {
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  tell,
} from "../support/money/tip-world.ts";

/** A long run takes its number of histories from here. The seed repeats their commands, not their order. */
const HISTORIES = Number(process.env.HISTORIES ?? 12);
const SEED = Number(process.env.SEED ?? Date.now());
const SLICE = 50;
const AT_ONCE = 8;
const CREATORS = 2;
const CURRENCIES = ["EUR", "USD"] as const;

let database: TestDatabase;
/** Another instance of the product on the same database. */
let second: Kysely<DB>;
beforeEach(async () => {
  database = await createTestDatabase();
  second = connectAgain(database.url);
  for (const currency of CURRENCIES) await earnBefore(createTipWorld(database.db), currency, 100_000_000_00);
});
afterEach(async () => {
  await second.destroy();
  await database.drop();
});

const who = fc.nat(CREATORS - 1);
const which = fc.nat(30);
const currency = fc.constantFrom(...CURRENCIES);
const percent = fc.integer({ min: 1, max: 100 });
const tips = fc.array(
  fc.record({ who, currency, amount: fc.integer({ min: 500, max: 50_000 }), way: fc.nat(2) }),
  { minLength: 4, maxLength: 14 },
);
const commands = fc.array(
  fc.oneof(
    { weight: 7, arbitrary: fc.record({ action: fc.constant("pay" as const) }) },
    { weight: 2, arbitrary: fc.record({ action: fc.constant("days" as const), days: fc.nat(8) }) },
    { weight: 4, arbitrary: fc.record({ action: fc.constant("withdraw" as const), who, currency, percent }) },
    {
      weight: 4,
      arbitrary: fc.record({ action: fc.constant("settle" as const), which, isPaid: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ action: fc.constant("bounce" as const), which }) },
    {
      weight: 4,
      arbitrary: fc.record({ action: fc.constant("refund" as const), which, percent, isGiven: fc.boolean() }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        action: fc.constant("dispute" as const),
        which,
        percent,
        to: fc.constantFrom("OPEN" as const, "OPEN" as const, "LOST" as const, "WON" as const),
      }),
    },
  ),
  { minLength: 15, maxLength: 50 },
);
type History = typeof tips extends fc.Arbitrary<infer Tips> ? Tips : never;
type Command = typeof commands extends fc.Arbitrary<(infer One)[]> ? One : never;

/** One history: the product, and what its answers come to. */
class Stage {
  readonly told = new MoneyTold();
  readonly world: PayoutWorld;
  private readonly creators: readonly Creator[];
  private readonly operators: readonly string[];
  private nextTip = 0;

  private constructor(world: PayoutWorld, creators: readonly Creator[], operators: readonly string[]) {
    this.world = world;
    this.creators = creators;
    this.operators = operators;
  }

  /** Creators who can be paid out, and tips that have been begun and not paid: in one currency, then in the other. */
  static async open(wished: History): Promise<Stage> {
    const world = withPayouts(createTipWorld(database.db));
    const creators = await all(many(CREATORS), async () => {
      const creator = await createCreator(world);
      await acceptPayoutData(world, creator);
      return creator;
    });
    const stage = new Stage(world, creators, await all(many(2), () => makeOperator(world)));
    for (const inCurrency of CURRENCIES) {
      await world.db
        .updateTable("users")
        .set({ currency: inCurrency })
        .where(
          "id",
          "in",
          creators.map((creator) => creator.id),
        )
        .execute();
      await all(
        wished.filter((tip) => tip.currency === inCurrency),
        (tip) => stage.begin(tip),
      );
    }
    return stage;
  }

  private async begin(wished: History[number]): Promise<void> {
    const ways = wished.currency === "EUR" ? (["INETCASH_CC", "INETCASH_OB", "INETCASH_DD"] as const) : [];
    const type = ways[wished.way] ?? "INETCASH_CC";
    const receiver = { ...this.creator(wished.who), currency: wished.currency };
    const payment = await beginTip(this.world, receiver, { amount: wished.amount, type });
    const untouched = { is_paid: false, refunded_minor: 0, dispute: null };
    this.told.tips.push({ creator: wished.who, payment, is_whole: wished.amount % 2 === 0, ...untouched });
  }

  /** Carries out all commands, eight at any time, on two instances of the product. */
  async play(given: readonly Command[]): Promise<void> {
    const queue = [...many(4).map(() => ({ action: "pay" as const })), ...given];
    await all(many(AT_ONCE), async (worker) => {
      const world = worker % 2 === 0 ? this.world : { ...this.world, db: second };
      for (let next = queue.shift(); next; next = queue.shift()) await this.take(world, next);
    });
    // Money that another command had locked when it matured waits for the next run.
    await releaseDueFunds(this.world.db, this.world.clock());
  }

  private async take(world: PayoutWorld, one: Command): Promise<void> {
    if (one.action === "pay") await this.pay(world);
    else if (one.action === "days") {
      await mature(world, one.days);
    } else if (one.action === "withdraw") await this.withdraw(world, one);
    else if (one.action === "settle") await this.settle(world, one);
    else if (one.action === "bounce") {
      const paid = this.pick(this.told.payouts, one.which, (payout) => payout.end === "paid");
      if (!paid) return;
      const given = { payout_id: paid.id, operator_id: this.operators[0] ?? "", reason: null };
      if ((await markBounced(world, given)).outcome === "done") paid.end = "back";
    } else if (one.action === "refund") await this.refund(world, one);
    else {
      const tip = this.pick(this.told.tips, one.which, (each) => each.is_paid);
      if (tip && moveDispute(tip, one.to, one.percent)) await this.tellOf(world, tip);
    }
  }

  /** The next tip is paid, and its notice comes twice at once. */
  private async pay(world: PayoutWorld): Promise<void> {
    const tip = this.told.tips[this.nextTip];
    this.nextTip += 1;
    if (!tip) return;
    const answers = await all(many(2), () => this.tellOf(world, tip));
    expect(answers.filter((answer) => answer === "settled")).toHaveLength(1);
    tip.is_paid = true;
  }

  private async withdraw(world: PayoutWorld, wish: Extract<Command, { action: "withdraw" }>): Promise<void> {
    const { who: creator, currency: inCurrency } = wish;
    const own = { ...this.creator(creator), currency: inCurrency };
    const available = (await balancesOf(world, own)).creator_available ?? 0;
    const amount = Math.trunc((available * wish.percent) / 100);
    const order = { user_id: own.id, currency: inCurrency, amount_minor: minor(amount) };
    const outcome = await requestWithdrawal(world, order);
    if (outcome.outcome !== "requested") return;
    // The fee of a German bank account.
    const net_minor = amount - (amount >= 150_00 ? 0 : 1_50);
    const facts = { creator, currency: inCurrency, amount_minor: amount, net_minor };
    this.told.payouts.push({ id: outcome.payout_id, ...facts, end: "open" });
  }

  private async settle(world: PayoutWorld, verdict: Extract<Command, { action: "settle" }>): Promise<void> {
    const [operator = "", colleague = ""] = this.operators;
    const open = this.pick(this.told.payouts, verdict.which, (payout) => payout.end === "open");
    if (!open) return;
    const rail = open.currency === "EUR" ? "SEPA" : "BANK_CSV";
    const wish = { rail, currency: open.currency as "EUR", account: OUR_ACCOUNT } as const;
    const made = await makeBatch(world, { ...wish, operator_id: operator });
    if (made.outcome === "made")
      await fetchBatchFile(world, { batch_id: made.batch_id, operator_id: operator });
    const given = { payout_id: open.id, operator_id: colleague, reason: null };
    const marked = await (verdict.isPaid ? markPaid(world, given) : markFailed(world, given));
    if (marked.outcome === "done") open.end = verdict.isPaid ? "paid" : "back";
  }

  private async refund(world: PayoutWorld, wish: Extract<Command, { action: "refund" }>): Promise<void> {
    const tip = this.pick(this.told.tips, wish.which, (each) => each.is_paid && each.is_whole);
    if (!tip) return;
    const amount = Math.max(1, Math.trunc((tip.payment.amount_minor * wish.percent) / 100));
    const id = await askRefund(world, tip.payment, byOperator(this.operators[0] ?? ""), amount);
    if (!/-/.test(id)) return;
    const refuses = async () => Promise.reject(new ProviderRefused("scripted: refund refused"));
    const provider = wish.isGiven ? world.provider : { ...world.provider, refund: refuses };
    await processRefund({ ...world, providers: createProviders([provider]) }, id);
    if (wish.isGiven) tip.refunded_minor += amount;
  }

  /** The provider reports what it knows of a tip's payment, as by a notice. */
  private async tellOf(world: PayoutWorld, tip: ToldTip): Promise<string> {
    const news = { state: "PAID" as const, disputes: tip.dispute ? [tip.dispute] : [] };
    world.provider.change(tip.payment.id, news);
    return await tell(world, tip.payment, news);
  }

  /** At rest: the provider reports once more what it knows, and what is left of each creator's money is what was reported. */
  async compare(): Promise<void> {
    for (const tip of this.told.tips) if (tip.is_paid) await this.tellOf(this.world, tip);
    for (const [index, creator] of this.creators.entries()) {
      for (const inCurrency of CURRENCIES) {
        const own = await balancesOf(this.world, { ...creator, currency: inCurrency });
        const { creator_receivable: owed = 0, ...has } = own;
        const left = Object.values(has).reduce((sum, amount) => sum + amount, 0) - owed;
        expect(left, inCurrency).toBe(this.told.left(index, inCurrency));
        expect(own.payout_in_transit ?? 0).toBe(this.told.inTransit(index, inCurrency));
      }
    }
    await expectCleanBooks(this.world.db, this.world.clock());
  }

  /** The banks decide all that is open, and all money matures: nothing waits and nothing is held any more. */
  async finish(): Promise<void> {
    for (const [index, tip] of this.told.tips.entries())
      moveDispute(tip, index % 2 === 0 ? "LOST" : "WON", 100);
    await this.compare();
    this.world.time.passSeconds(30 * DAY_SECONDS);
    await releaseDueFunds(this.world.db, this.world.clock());
    await this.compare();
    for (const creator of this.creators) {
      for (const inCurrency of CURRENCIES) {
        const own = await balancesOf(this.world, { ...creator, currency: inCurrency });
        expect(own).not.toHaveProperty("creator_pending");
        expect(own).not.toHaveProperty("creator_dispute_hold");
      }
    }
  }

  private pick<Member>(
    members: readonly Member[],
    index: number,
    isFit: (member: Member) => boolean,
  ): Member | undefined {
    const fit = members.filter(isFit);
    return fit[index % Math.max(1, fit.length)];
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
  "after eight connections worked at once, each creator's balance is the sum of the answered operations ($histories histories, seed $seed)",
  async ({ histories, seed }) => {
    const property = fc.asyncProperty(tips, commands, async (wished, given) => {
      const stage = await Stage.open(wished);
      await stage.play(given);
      await stage.compare();
      await stage.finish();
    });
    // Another time the same commands come in another order: shrinking would look for a different fault.
    await fc.assert(property, { numRuns: histories, seed, endOnFailure: true });
  },
  600_000,
);
