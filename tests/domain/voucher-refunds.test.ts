import { afterEach, describe, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { RefundRequester } from "../../app/domain/refunds/refunds.server.ts";
import { refundTip } from "../../app/domain/refunds/refunds.server.ts";
import {
  checkVoucher,
  redeemVoucher,
  settleRedemptions,
} from "../../app/domain/vouchers/redeem-voucher.server.ts";
import { expireVouchers } from "../../app/domain/vouchers/voucher-states.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  mature,
  paymentOf,
  payOut,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";
import { type Bought, buyVoucher, voucherRow } from "../support/money/vouchers.ts";

let world: TipWorld;
let ada: Creator;
let operator: string;

it.beforeAll(async ({ database }) => {
  const earning = createTipWorld(database.db);
  for (const currency of ["EUR", "USD", "GBP"]) await earnBefore(earning, currency, 10_000_00);
  operator = await makeOperator(earning);
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  ada = await createCreator(world);
});
afterEach(async () => {
  await expectCleanBooks(world.db, world.clock());
  await days(30);
  await expectCleanBooks(world.db, world.clock());
});

const days = (count: number) => mature(world, count);
const BUYER: RefundRequester = { role: "BUYER" };
const byOperator = (): RefundRequester => ({
  ...{ role: "OPERATOR", user_id: operator, reason: "asked for", pays_rest: false },
});

async function redeem(code: string, creator: Creator) {
  const look = await checkVoucher(world, { code, creator_id: creator.id, needs_fresh_rate: false });
  const seen = look.outcome === "valid" ? (look.credit?.amount_minor ?? 0) : 0;
  const given = { code, creator_id: creator.id, seen_credit_minor: seen, needs_fresh_rate: false };
  return (await redeemVoucher(world, given)).outcome;
}

async function refund(
  { payment }: Pick<Bought, "payment">,
  by: RefundRequester,
  left: number = payment.amount_minor,
) {
  const order = { payment_id: payment.id, amount_minor: null, seen_left_minor: minor(left), by };
  return await refundTip(world, order);
}

async function finish(asked: Awaited<ReturnType<typeof refund>>): Promise<void> {
  if (asked.outcome !== "requested") throw new Error(JSON.stringify(asked));
  await processRefund(world, asked.refund_id);
}

const statusOf = async ({ id }: Pick<Bought, "id">) => (await voucherRow(world, id)).status;
const refused = (reason: string) => ({ outcome: "refused", reason });

describe("a voucher that goes back", () => {
  it("is withdrawn from by its buyer for 14 days, and not redeemed from that moment on", async () => {
    const bought = await buyVoucher(world, { currency: "GBP", payIn: "CHF" });
    await days(14);
    const asked = await refund(bought, BUYER);
    expect(await redeem(bought.code, ada)).toBe("not_valid");
    expect(await statusOf(bought)).toBe("REFUNDED");
    await expectCleanBooks(world.db, world.clock());
    await finish(asked);
    expect((await paymentOf(world, bought.payment.id)).status).toBe("REFUNDED");
    expect((await voucherRow(world, bought.id)).code_encrypted).toBeNull();
    expect(await refund(bought, BUYER)).toEqual(refused("nothing_left"));
  });

  it("is not withdrawn from later, nor once it is redeemed, nor in part; no operator takes one that waits", async () => {
    const late = await buyVoucher(world);
    await days(15);
    expect(await refund(late, BUYER)).toEqual(refused("too_late"));
    const used = await buyVoucher(world);
    await redeem(used.code, ada);
    const waiting = await buyVoucher(world);
    await redeem(waiting.code, await createCreator(world, { status: "PENDING" }));
    for (const by of [BUYER, byOperator()]) expect(await refund(used, by)).toEqual(refused("redeemed"));
    expect(await refund(waiting, byOperator())).toEqual(refused("redeemed"));
    const part = { payment_id: late.payment.id, amount_minor: minor(10_00), seen_left_minor: minor(25_00) };
    expect(await refundTip(world, { ...part, by: byOperator() })).toEqual(refused("whole_only"));
    expect(await refundTip(world, { ...part, by: { role: "CREATOR", user_id: ada.id } })).toEqual(
      refused("unknown"),
    );
  });

  it("is a creator's tip that its creator does not refund", async () => {
    const bought = await buyVoucher(world);
    await redeem(bought.code, ada);
    expect(await refund(bought, { role: "CREATOR", user_id: ada.id })).toEqual(refused("unknown"));
  });

  it("is good again when the provider refuses the refund", async () => {
    const bought = await buyVoucher(world);
    world.provider.refundsBecome("FAILED");
    await finish(await refund(bought, byOperator()));
    expect(await statusOf(bought)).toBe("VALID");
    expect(await redeem(bought.code, ada)).toBe("redeemed");
  });

  it("is withdrawn from once more after the provider refused, and each withdrawal is confirmed by mail", async () => {
    const email = `twice-${world.newId()}@buyers.example`;
    const bought = await buyVoucher(world, { email });
    for (const end of ["FAILED", "DONE"] as const) {
      world.provider.refundsBecome(end);
      await finish(await refund(bought, BUYER));
    }
    expect(await statusOf(bought)).toBe("REFUNDED");
    const mails = await world.db
      .selectFrom("mail_outbox")
      .select("template")
      .where("recipient", "=", email)
      .where("template", "=", "voucher_news")
      .execute();
    expect(mails).toHaveLength(2);
  });

  it("goes back whole by the provider's own back office, or in part: then it is void, and an operator gives the rest", async () => {
    const [whole, part] = [await buyVoucher(world), await buyVoucher(world, { payIn: "USD" })];
    const by = (bought: Bought, amountMinor: number, refundId: string) =>
      tell(world, bought.payment, { refunds: [{ refundId, state: "DONE", amountMinor }] });
    await by(whole, whole.payment.charged_minor, "whole");
    expect(await statusOf(whole)).toBe("REFUNDED");
    await by(part, 7_00, "part");
    expect(await statusOf(part)).toBe("VOID");
    expect(await redeem(part.code, ada)).toBe("not_valid");
    await expectCleanBooks(world.db, world.clock());
    const { tip_minor } = await world.db
      .selectFrom("refunds")
      .select("tip_minor")
      .where("payment_id", "=", part.payment.id)
      .executeTakeFirstOrThrow();
    await finish(await refund(part, byOperator(), part.payment.amount_minor - tip_minor));
    expect(await statusOf(part)).toBe("REFUNDED");
  });

  it("is taken from who redeemed it when the provider's back office gives it back, in their currency", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    const bought = await buyVoucher(world, { type: "INETCASH_OB", amount: 40_00 });
    await redeem(bought.code, dollars);
    const had = (await balancesOf(world, dollars)).creator_available ?? 0;
    const by = (amountMinor: number, refundId: string) => ({ refundId, state: "DONE", amountMinor }) as const;
    const first = by(Math.trunc(bought.payment.charged_minor / 4), "one");
    await tell(world, bought.payment, { refunds: [first] });
    expect((await balancesOf(world, dollars)).creator_available).toBe(had - Math.round(had / 4));
    await expectCleanBooks(world.db, world.clock());
    const rest = by(bought.payment.charged_minor - first.amountMinor, "two");
    await tell(world, bought.payment, { refunds: [first, rest] });
    expect(await balancesOf(world, dollars)).toEqual({});
    expect((await paymentOf(world, bought.payment.id)).status).toBe("REFUNDED");
  });

  it("goes back cent by cent, of which some are too little for one of the creator's", async () => {
    const pounds = await createCreator(world, { currency: "GBP" });
    const bought = await buyVoucher(world, { type: "INETCASH_OB", amount: 5_00 });
    // Before it is redeemed nothing crosses, though somebody redeems it later.
    world.provider.refundsBecome("FAILED");
    await finish(await refund(bought, BUYER));
    await redeem(bought.code, pounds);
    const refunds = [];
    for (let n = 0; n < 12; n += 1) {
      refunds.push({ refundId: `cent-${n}`, state: "DONE" as const, amountMinor: 1 });
      await tell(world, bought.payment, { refunds });
      await expectCleanBooks(world.db, world.clock());
    }
    for (const state of ["OPEN", "LOST", "WON", "LOST"] as const) {
      const disputes = Array.from({ length: 8 }, (_, n) => ({
        ...{ disputeRef: `claim-${n}`, state, amountMinor: 1 },
      }));
      await tell(world, bought.payment, { refunds, disputes });
      await expectCleanBooks(world.db, world.clock());
    }
  });

  it("costs the platform what who redeemed it has no more", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    const bought = await buyVoucher(world, { type: "INETCASH_OB" });
    await redeem(bought.code, dollars);
    await payOut(world, dollars);
    const refunds = [{ refundId: "late", state: "DONE" as const, amountMinor: bought.payment.charged_minor }];
    await tell(world, bought.payment, { refunds });
    expect(await balancesOf(world, dollars)).toEqual({});
  });

  it("takes a redemption that waits back when the provider gives its money back", async () => {
    const pending = await createCreator(world, { status: "PENDING" });
    const bought = await buyVoucher(world);
    await redeem(bought.code, pending);
    const refunds = [
      { refundId: "early", state: "DONE" as const, amountMinor: bought.payment.charged_minor },
    ];
    await tell(world, bought.payment, { refunds });
    expect(await statusOf(bought)).toBe("REFUNDED");
    expect(await balancesOf(world, pending)).toEqual({});
  });

  it.each(["dispute", "refund"] as const)(
    "of which a %s took less than a cent is void, too, and good again once a dispute is won",
    async (by) => {
      const bought = await buyVoucher(world, { payIn: "CZK" });
      if (by === "dispute") await tellDispute(world, bought.payment, "LOST", { amount: 1 });
      else await tell(world, bought.payment, { refunds: [{ refundId: "1", state: "DONE", amountMinor: 1 }] });
      expect(await statusOf(bought)).toBe("VOID");
      expect(await redeem(bought.code, ada)).toBe("not_valid");
      if (by === "refund") return;
      await expectCleanBooks(world.db, world.clock());
      await tellDispute(world, bought.payment, "WON", { amount: 1 });
      expect(await redeem(bought.code, ada)).toBe("redeemed");
    },
  );

  it("of which a dispute took a part is void, and the rest goes back", async () => {
    const bought = await buyVoucher(world, { amount: 50_00 });
    await tellDispute(world, bought.payment, "LOST", { amount: 20_00 });
    expect(await statusOf(bought)).toBe("VOID");
    const { voucher_minor } = await world.db
      .selectFrom("disputes")
      .select("voucher_minor")
      .where("payment_id", "=", bought.payment.id)
      .executeTakeFirstOrThrow();
    await finish(await refund(bought, byOperator(), 50_00 - Number(voucher_minor)));
    expect(await statusOf(bought)).toBe("REFUNDED");
  });
});

describe("everything at once", () => {
  it("leaves the books right in every order of redeeming, withdrawing, a dispute, an expiry and a verification", async () => {
    for (let round = 0; round < 12; round += 1) {
      const dollars = await createCreator(world, { currency: "USD" });
      const pending = await createCreator(world, { status: "PENDING" });
      const bought = await buyVoucher(world, { type: round % 2 === 0 ? "INETCASH_CC" : "INETCASH_OB" });
      if (round % 3 === 2) {
        const end = (await voucherRow(world, bought.id)).expires_at ?? world.clock();
        world.time.passSeconds((end.getTime() - world.clock().getTime()) / 1000 - (round % 2));
      }
      const outcome = round % 4 < 2 ? "LOST" : "WON";
      const acts = [
        () => redeem(bought.code, ada),
        () => redeem(bought.code, dollars),
        () => redeem(bought.code, pending),
        () => refund(bought, BUYER),
        () => refund(bought, byOperator()),
        () => expireVouchers(world.db, world.clock()),
        () => settleRedemptions(world),
        () => tellDispute(world, bought.payment, "OPEN", { amount: bought.payment.charged_minor }),
        () => tellDispute(world, bought.payment, outcome, { amount: bought.payment.charged_minor }),
      ];
      const ordered = [...acts.slice(round % acts.length), ...acts.slice(0, round % acts.length)];
      await Promise.all(ordered.map((act) => act()));
      for (const { id } of await world.db
        .selectFrom("refunds")
        .select("id")
        .where("payment_id", "=", bought.payment.id)
        .execute())
        await processRefund(world, id);
      await days(0);
      await expectCleanBooks(world.db, world.clock());
    }
  });
});
