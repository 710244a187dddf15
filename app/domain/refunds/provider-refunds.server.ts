import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { post } from "../ledger/post.server.ts";
import { refundedBeyond } from "../ledger/rules/reversal-posting-rules.ts";
import { proportionOf } from "../money/fee.ts";
import { type Minor, minor } from "../money/minor.ts";
import type { RefundSnapshot } from "../payments/provider-port.ts";
import { recountTip } from "../rollups/count-tip.server.ts";
import { importSuspenseReturns } from "../suspense/suspense-exits.server.ts";
import { lockTipAndPayment, type TipAndPayment, type TipServices } from "../tips/tip-and-payment.server.ts";
import { planTransfers } from "../transfers/transfer-plan.server.ts";
import {
  forgetCode,
  markVoucherRefunded,
  restateVoucher,
  takeHold,
} from "../vouchers/voucher-states.server.ts";
import { answerByRefund } from "./refund-requests.server.ts";
import { recordRefunded, takeFrom, writeRefund } from "./refunds.server.ts";
import { leftOf, lockShares, partByCharge, sumReversed } from "./reversal-amounts.server.ts";

/**
 * Made in the back office, once each: creators give what they have, the platform the rest. `makeRoom` first
 * frees disputed money.
 */
export async function importProviderRefunds(
  trx: Transaction<DB>,
  services: TipServices,
  paymentId: string,
  refunds: readonly RefundSnapshot[],
  now: Date,
  makeRoom: (payment: TipAndPayment["payment"]) => Promise<void>,
): Promise<boolean> {
  const locked = await lockTipAndPayment(trx, paymentId, "shared");
  if (!locked) return false;
  if (!(await wasCredited(trx, locked.payment)))
    return await importSuspenseReturns(
      trx,
      services,
      paymentId,
      await ofOurPart(trx, locked.payment, refunds),
      now,
    );
  const { payment, voucher } = locked;
  let hasTaken = false;
  let isUnredeemed = false;
  for (const snapshot of refunds.filter(gaveBack)) {
    const known = await trx
      .selectFrom("refunds")
      .select("id")
      .where("payment_id", "=", payment.id)
      .where((eb) =>
        eb.or([
          // A refused refund of ours, made after all, is booked anew.
          eb.and([eb(eb.cast<string>("id", "text"), "=", snapshot.refundId), eb("status", "<>", "FAILED")]),
          eb("provider_refund_ref", "=", snapshot.refundId),
        ]),
      )
      .executeTakeFirst();
    if (known || (await isBeyond(trx, payment.id, snapshot.refundId))) continue;
    if (voucher && !hasTaken) isUnredeemed = await takeHold(trx, services, voucher, now);
    await makeRoom(payment);
    const before = await sumReversed(trx, payment.id);
    const part = partByCharge(payment, before, snapshot.amountMinor);
    const beyond = minor(Math.max(0, snapshot.amountMinor - part.charged_minor));
    const isDirect = payment.application_fee_minor !== null;
    // Beyond it, a direct creator bears the loss at the provider.
    if (isDirect && part.charged_minor === 0) continue;
    if (!isDirect && beyond > 0) await bookBeyond(trx, services, payment, snapshot.refundId, beyond, now);
    hasTaken = true;
    if (part.charged_minor === 0) continue;
    const { allocations, available } = await lockShares(trx, payment);
    const plan = takeFrom(payment, before, part, leftOf(payment, before).tip_minor, allocations, available);
    const refund_id = services.newId();
    await writeRefund(trx, refund_id, payment, plan, {
      reason: "provider",
      status: "DONE",
      asked_by: "PROVIDER",
      requested_by: null,
      requested_at: now,
      done_at: now,
      provider_refund_ref: snapshot.refundId,
    });
    await planTransfers(trx, services, payment, { refund_id }, now);
    await answerByRefund(trx, services, { payment_id: payment.id, parts: plan.parts }, now);
    await recordRefunded(trx, services, { payment_id: payment.id, refund_id, plan }, now);
  }
  if (voucher && isUnredeemed) await restateVoucher(trx, voucher, now);
  if (hasTaken) await markRefunded(trx, locked, now);
  return hasTaken;
}

/** For a direct charge: each refund's part of our fee, which add up to it. */
async function ofOurPart(
  trx: Transaction<DB>,
  { id, application_fee_minor: fee, charged_minor }: TipAndPayment["payment"],
  refunds: readonly RefundSnapshot[],
): Promise<readonly RefundSnapshot[]> {
  if (fee === null) return refunds;
  const exits = await trx
    .selectFrom("suspense_exits")
    .select(["reference", "amount_minor", "beyond_minor", "confirms_minor"])
    .where("payment_id", "=", id)
    .execute();
  const ofName = (name: string) => exits.filter(({ reference }) => reference === name);
  const sumOf = (own: typeof exits) =>
    own.reduce((sum, each) => sum + each.amount_minor + each.beyond_minor + each.confirms_minor, 0);
  const known = refunds.filter(({ refundId }) => ofName(refundId).length > 0);
  let [charge, ours] = [0, 0];
  const parts = new Map<string, number>();
  for (const each of [...known, ...refunds.filter((one) => !known.includes(one))]) {
    charge = Math.min(charged_minor, charge + (gaveBack(each) ? each.amountMinor : 0));
    const part = known.includes(each)
      ? sumOf(ofName(each.refundId))
      : Math.max(0, proportionOf(fee, charge, charged_minor) - ours);
    ours += part;
    parts.set(each.refundId, part);
  }
  return refunds.map((each) => ({ ...each, amountMinor: parts.get(each.refundId) ?? 0 }));
}

const gaveBack = ({ state, amountMinor }: RefundSnapshot) => state === "DONE" && amountMinor > 0;

/** Money in suspense is refunded from there. */
export async function wasCredited(
  trx: Transaction<DB>,
  { id, purpose }: { id: string; purpose: "TIP" | "VOUCHER" },
): Promise<boolean> {
  if (purpose === "VOUCHER") {
    const aside = await trx
      .selectFrom("suspense_entries")
      .select("payment_id")
      .where("payment_id", "=", id)
      .executeTakeFirst();
    return aside === undefined;
  }
  const share = await trx
    .selectFrom("tip_allocations")
    .select("id")
    .where("payment_id", "=", id)
    .executeTakeFirst();
  return share !== undefined;
}

async function bookBeyond(
  trx: Transaction<DB>,
  services: TipServices,
  payment: TipAndPayment["payment"],
  provider_refund_ref: string,
  amount_minor: Minor,
  now: Date,
): Promise<void> {
  const row = { id: services.newId(), provider_refund_ref, amount_minor };
  const { id: payment_id, charged_currency: currency } = payment;
  await trx
    .insertInto("refunds_beyond")
    .values({ ...row, payment_id, currency, booked_at: now })
    .execute();
  await post(trx, [refundedBeyond(row, payment, amount_minor, now)], now);
}

async function isBeyond(trx: Transaction<DB>, paymentId: string, refundRef: string): Promise<boolean> {
  const row = await trx
    .selectFrom("refunds_beyond")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("provider_refund_ref", "=", refundRef)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markRefunded(trx: Transaction<DB>, locked: TipAndPayment, now: Date): Promise<void> {
  const { payment, tip, voucher } = locked;
  await recountTip(trx, payment.id, now);
  if (payment.status !== "SUCCESS") return;
  if (locked.group) await markSharesRefunded(trx, payment.id, now);
  const { done } = await trx
    .selectFrom("refunds")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("tip_minor"), eb.val(0)).as("done"))
    .where("payment_id", "=", payment.id)
    .where("asked_by", "<>", "PRODUCT")
    .where("status", "=", "DONE")
    .executeTakeFirstOrThrow();
  if (Number(done) !== payment.amount_minor) return;
  await trx.updateTable("payments").set({ status: "REFUNDED" }).where("id", "=", payment.id).execute();
  if (voucher && !tip) {
    await markVoucherRefunded(trx, voucher.id, now);
    await forgetCode(trx, voucher.id);
  }
  if (!tip) return;
  await trx
    .updateTable("tips")
    .set({ status: "REFUNDED", updated_at: now })
    .where("id", "=", tip.id)
    .execute();
}

async function markSharesRefunded(trx: Transaction<DB>, paymentId: string, now: Date): Promise<void> {
  await sql`
    update tips t set status = 'REFUNDED', updated_at = ${now}
    from tip_allocations a
    where a.payment_id = ${paymentId}::uuid and t.id = a.tip_id and t.status <> 'REFUNDED' and a.amount_minor = (
      select sum(part.amount_minor) from refund_parts part join refunds r on r.id = part.refund_id
      where part.allocation_id = a.id and r.status = 'DONE')`.execute(trx);
}
