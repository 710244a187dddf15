import fc from "fast-check";
import { expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { getBalances } from "../../app/domain/ledger/post.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { settleRedemptions } from "../../app/domain/vouchers/redeem-voucher.server.ts";
import { expireVouchers } from "../../app/domain/vouchers/voucher-states.server.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { byOperator } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  moveAccount,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";
import { askVoucherBack, redeem } from "../support/money/voucher-story.ts";
import { type Bought, buyVoucher, makeOverdue, voucherRow } from "../support/money/vouchers.ts";

/** A long run takes its number of histories from here, and may be repeated by its seed. */
const HISTORIES = Number(process.env.HISTORIES ?? 12);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

let database: TestDatabase;
it.beforeEach(async ({ database: own }) => {
  database = own;
  for (const currency of ["EUR", "USD", "GBP"])
    await earnBefore(createTipWorld(database.db), currency, 100_000_00);
});

const which = fc.nat(9);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant("buy" as const),
      amount: fc.integer({ min: 5_00, max: 500_00 }),
      currency: fc.constantFrom("EUR" as const, "USD" as const, "GBP" as const),
      type: fc.constantFrom("INETCASH_CC" as const, "INETCASH_CC" as const, "INETCASH_DD" as const),
      isForeign: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant("redeem" as const), which, who: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("verify" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("days" as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("over" as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom("OPEN" as const, "LOST" as const, "WON" as const),
      which,
      // 0 is a single cent.
      percent: fc.constantFrom(100, 100, 60, 33, 7, 0),
      ref: fc.constantFrom("a", "b"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("provider" as const),
      which,
      percent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom("withdraw" as const, "refund" as const),
      which,
      becomes: fc.constantFrom("DONE" as const, "FAILED" as const),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Stage {
  world: TipWorld;
  operator: string;
  creators: Creator[];
  bought: Bought[];
  /** What the provider says of each payment's refunds and disputes, which it repeats. */
  refunds: Map<string, { refundId: string; state: "DONE"; amountMinor: number }[]>;
}

async function openStage(): Promise<Stage> {
  const world = createTipWorld(database.db);
  const creators = [
    await createCreator(world),
    await createCreator(world, { currency: "USD" }),
    await createCreator(world, { status: "PENDING" }),
    await createCreator(world, { currency: "GBP", status: "PENDING" }),
  ];
  return { world, operator: await makeOperator(world), creators, bought: [], refunds: new Map() };
}

async function take({ world, operator, creators, bought, refunds }: Stage, one: Step): Promise<void> {
  const { db } = world;
  if (one.act === "buy") {
    const { amount, currency, type, isForeign } = one;
    const debit = type === "INETCASH_DD";
    const wish = debit ? { type, currency: "EUR" as const } : { type, currency };
    bought.push(
      await buyVoucher(world, { amount, ...wish, payIn: isForeign && !debit ? "CHF" : wish.currency }),
    );
    return;
  }
  if (one.act === "days") {
    world.time.passSeconds(one.days * DAY_SECONDS);
    await releaseDueFunds(db, world.clock());
    return;
  }
  if (one.act === "verify") {
    for (const { id } of creators.slice(2)) {
      const { status } = await db
        .selectFrom("users")
        .select("status")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (status === "PENDING") await moveAccount(world, id, ["ACTIVE"]);
    }
    await settleRedemptions(world);
    return;
  }
  const voucher = bought[one.which % Math.max(1, bought.length)];
  if (!voucher) return;
  if (one.act === "redeem") await redeem(world, voucher, creators[one.who] ?? creators[0] ?? { id: "" });
  else if (one.act === "over") {
    await makeOverdue(world, voucher);
    await expireVouchers(db, world.clock());
  } else if (one.act === "provider") {
    const told = refunds.get(voucher.id) ?? [];
    const amountMinor = Math.max(1, Math.floor((voucher.payment.charged_minor * one.percent) / 100));
    told.push({ refundId: `re-${told.length}`, state: "DONE", amountMinor });
    refunds.set(voucher.id, told);
    await tell(world, voucher.payment, { refunds: told });
  } else if ("becomes" in one) {
    world.provider.refundsBecome(one.becomes);
    const by = one.act === "refund" ? byOperator(operator) : ({ role: "BUYER" } as const);
    const asked = await askVoucherBack(world, voucher, by);
    if (asked.includes("-")) await processRefund(world, asked);
  } else {
    const amount = Math.max(1, Math.floor((voucher.payment.charged_minor * one.percent) / 100));
    await tellDispute(world, voucher.payment, one.act, { amount, ref: one.ref });
  }
}

/** What has gone back of a voucher's face: by refunds, and by disputes that are lost. */
async function goneOf({ world }: Stage, { payment }: Bought): Promise<number> {
  const refunds = await world.db
    .selectFrom("refunds")
    .select("tip_minor")
    .where("payment_id", "=", payment.id)
    .where("status", "=", "DONE")
    .execute();
  const lost = await world.db
    .selectFrom("disputes")
    .select("voucher_minor")
    .where("payment_id", "=", payment.id)
    .where("status", "=", "LOST")
    .execute();
  return [...refunds.map((each) => each.tip_minor), ...lost.map((each) => Number(each.voucher_minor))].reduce(
    (sum, each) => sum + each,
    0,
  );
}

/** What creators have, as anybody would work it out on paper: what they redeemed, less what has gone back of it. */
async function compare(stage: Stage): Promise<void> {
  const expected = new Map<string, { sum: number; slack: number }>();
  for (const voucher of stage.bought) {
    const redemption = await stage.world.db
      .selectFrom("voucher_redemptions")
      .select(["creator_id", "currency", "amount_minor", "status"])
      .where("voucher_id", "=", voucher.id)
      .where("status", "<>", "RETURNED")
      .execute();
    expect(redemption.length, "a voucher is redeemed once").toBeLessThanOrEqual(1);
    const [own] = redemption;
    const { status } = await voucherRow(stage.world, voucher.id);
    expect(["REDEEMED", "PENDING"].includes(status)).toBe(own !== undefined);
    if (!own) continue;
    const gone = await goneOf(stage, voucher);
    const face = voucher.payment.amount_minor;
    const key = `${own.creator_id} ${own.currency}`;
    const before = expected.get(key) ?? { sum: 0, slack: 0 };
    const kept = own.amount_minor - Math.round((own.amount_minor * gone) / face);
    // Parts are rounded one by one; nothing and all of it are exact.
    const slack = gone === 0 || gone === face ? 0 : 4;
    expected.set(key, { sum: before.sum + kept, slack: before.slack + slack });
  }
  for (const { id } of stage.creators)
    for (const currency of ["EUR", "USD", "GBP"]) {
      const own = await getBalances(stage.world.db, id, currency);
      const has =
        own.creator_pending +
        own.creator_available +
        own.creator_unverified +
        own.creator_dispute_hold -
        own.creator_receivable;
      const { sum, slack } = expected.get(`${id} ${currency}`) ?? { sum: 0, slack: 0 };
      expect(Math.abs(has - sum), `${id} ${currency}: ${has} for ${sum}`).toBeLessThanOrEqual(slack);
    }
}

it(`any history of vouchers, redeemed in three currencies, refunded, contested and expired, comes to what was redeemed less what went back (${HISTORIES} histories, seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
      const stage = await openStage();
      for (const one of steps) await take(stage, one);
      await compare(stage);
      await expectCleanBooks(database.db, stage.world.clock());
      stage.world.time.passSeconds(20 * DAY_SECONDS);
      await releaseDueFunds(database.db, stage.world.clock());
      await compare(stage);
      await expectCleanBooks(database.db, stage.world.clock());
    }),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
  );
});
