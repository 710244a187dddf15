import { minor } from "../../../app/domain/money/minor.ts";
import { processRefund } from "../../../app/domain/payment-updates/handle-events.server.ts";
import type { RefundRequester } from "../../../app/domain/refunds/refunds.server.ts";
import { refundTip } from "../../../app/domain/refunds/refunds.server.ts";
import { sumReversed } from "../../../app/domain/refunds/reversal-amounts.server.ts";
import {
  checkVoucher,
  type Redemption,
  redeemVoucher,
  settleRedemptions,
} from "../../../app/domain/vouchers/redeem-voucher.server.ts";
import { expireVouchers } from "../../../app/domain/vouchers/voucher-states.server.ts";
import { byOperator } from "./refund-world.ts";
import {
  type Creator,
  createCreator,
  moveAccount,
  payOut,
  type TipWorld,
  tell,
  tellDispute,
} from "./tip-world.ts";
import { type Bought, buyVoucher, makeOverdue } from "./vouchers.ts";

/** Redeems a code for a creator who saw what it comes to. */
export async function redeem(
  world: TipWorld,
  { code }: Pick<Bought, "code">,
  creator: Pick<Creator, "id">,
): Promise<Redemption> {
  const given = { code, creator_id: creator.id, needs_fresh_rate: false };
  const look = await checkVoucher(world, given);
  const seen_credit_minor = look.outcome === "valid" ? (look.credit?.amount_minor ?? 0) : 0;
  return await redeemVoucher(world, { ...given, seen_credit_minor });
}

/** Asks for all that is left of a voucher. Returns the refund's id, or why not. */
export async function askVoucherBack(
  world: TipWorld,
  { payment }: Pick<Bought, "payment">,
  by: RefundRequester,
): Promise<string> {
  const gone = await sumReversed(world.db, payment.id);
  const seen_left_minor = minor(payment.amount_minor - gone.tip_minor);
  const asked = await refundTip(world, { payment_id: payment.id, amount_minor: null, seen_left_minor, by });
  if (asked.outcome === "refused") return asked.reason;
  return asked.outcome === "waiting" ? "waiting" : asked.refund_id;
}

/** Vouchers in every state, redeemed in their own currency and in another, and what became of them afterwards. */
export async function tellVouchers(world: TipWorld, operator: string): Promise<void> {
  await buyVoucher(world, { currency: "GBP", payIn: "USD", message: "For later" });
  await buyVoucher(world, { amount: 12_34 });
  await tellRedeemed(world);
  await tellPending(world);
  await tellReturned(world, operator);
  const over = await buyVoucher(world, { amount: 7_77 });
  await makeOverdue(world, over);
  await expireVouchers(world.db, world.clock());
  await tellDispute(world, over.payment, "OPEN");
  await tellDispute(world, over.payment, "WON");
  await expireVouchers(world.db, world.clock());
}

async function tellRedeemed(world: TipWorld): Promise<void> {
  const [euros, dollars] = [await createCreator(world), await createCreator(world, { currency: "USD" })];
  for (const creator of [euros, dollars]) {
    await redeem(world, await buyVoucher(world, { amount: 21_00 }), creator);
    await redeem(world, await buyVoucher(world, { amount: 22_00, type: "INETCASH_OB" }), creator);
    const held = await buyVoucher(world, { amount: 33_33, payIn: "CHF" });
    await redeem(world, held, creator);
    await tellDispute(world, held.payment, "OPEN", { amount: Math.floor(held.payment.charged_minor / 3) });
    const back = await buyVoucher(world, { amount: 44_44 });
    await redeem(world, back, creator);
    const refunds = [{ refundId: "part", state: "DONE" as const, amountMinor: 10_01 }];
    await tell(world, back.payment, { refunds });
    const won = await buyVoucher(world, { amount: 8_88, type: "INETCASH_OB" });
    await redeem(world, won, creator);
    await tellDispute(world, won.payment, "LOST");
    await tellDispute(world, won.payment, "WON");
  }
  const owing = await createCreator(world, { currency: "USD" });
  const lost = await buyVoucher(world, { amount: 19_99, type: "INETCASH_OB" });
  await redeem(world, lost, owing);
  await payOut(world, owing);
  await tellDispute(world, lost.payment, "LOST");
}

async function tellPending(world: TipWorld): Promise<void> {
  for (const currency of ["EUR", "USD"]) {
    const [waits, verified, locked] = [
      await createCreator(world, { currency, status: "PENDING" }),
      await createCreator(world, { currency, status: "PENDING" }),
      await createCreator(world, { currency, status: "PENDING" }),
    ];
    for (const creator of [waits, verified, locked])
      await redeem(world, await buyVoucher(world, { amount: 15_15 }), creator);
    await moveAccount(world, verified.id, ["ACTIVE"]);
    await moveAccount(world, locked.id, ["LOCKED"]);
  }
  await settleRedemptions(world);
}

async function tellReturned(world: TipWorld, operator: string): Promise<void> {
  await processRefund(world, await askVoucherBack(world, await buyVoucher(world), { role: "BUYER" }));
  world.provider.refundsBecome("FAILED");
  await processRefund(world, await askVoucherBack(world, await buyVoucher(world), byOperator(operator)));
  world.provider.refundsBecome("DONE");
  await askVoucherBack(world, await buyVoucher(world, { payIn: "USD" }), { role: "BUYER" });
  const partly = await buyVoucher(world, { amount: 30_00 });
  await tellDispute(world, partly.payment, "LOST", { amount: 9_00 });
  await tellDispute(world, (await buyVoucher(world)).payment, "LOST");
  await tellDispute(world, (await buyVoucher(world)).payment, "OPEN");
  const elsewhere = await buyVoucher(world, { amount: 16_00 });
  await tell(world, elsewhere.payment, {
    refunds: [{ refundId: "some", state: "DONE", amountMinor: 5_00 }],
  });
}
