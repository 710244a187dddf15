import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { RefundSnapshot } from "../payments/provider-port.ts";
import { recountTip, recountWaiting } from "../rollups/rollups.server.ts";
import { importSuspenseReturns } from "../suspense/suspense.server.ts";
import type { TipServices } from "../tips/tips.server.ts";
import { lockTipAndPayment, type TipAndPayment } from "../tips/tips.server.ts";
import { takeFrom } from "./refund-plan.server.ts";
import { writeRefund } from "./refund-tip.server.ts";
import { leftOf, lockShares, partByCharge, sumReversed } from "./reversal-amounts.server.ts";

/**
 * Takes in the refunds that were made in the provider's own back office, each once: the fan has the money, so the
 * creators give what they have of it, and the platform the rest. Returns whether there was one.
 */
export async function importProviderRefunds(
  trx: Transaction<DB>,
  services: TipServices,
  paymentId: string,
  refunds: readonly RefundSnapshot[],
  now: Date,
): Promise<boolean> {
  const locked = await lockTipAndPayment(trx, paymentId, "shared");
  if (await importSuspenseReturns(trx, services, paymentId, refunds, now)) return true;
  if (!locked || (locked.payment.status !== "SUCCESS" && locked.payment.status !== "CHARGEBACK"))
    return false;
  const { payment } = locked;
  let hasTaken = false;
  for (const news of refunds.filter((each) => each.state === "DONE")) {
    const known = await trx
      .selectFrom("refunds")
      .select("id")
      .where("payment_id", "=", payment.id)
      .where((eb) =>
        eb.or([
          // One of ours that was refused and then made after all is booked anew: its own posting was taken back.
          eb.and([eb(eb.cast<string>("id", "text"), "=", news.refundId), eb("status", "<>", "FAILED")]),
          eb("provider_refund_ref", "=", news.refundId),
        ]),
      )
      .executeTakeFirst();
    if (known) continue;
    const before = await sumReversed(trx, payment.id);
    const part = partByCharge(payment, before, news.amountMinor);
    // More than was left to give back is nothing that we know how to book.
    if (part.charged_minor === 0) continue;
    const { allocations, available } = await lockShares(trx, payment);
    const plan = takeFrom(payment, part, leftOf(payment, before).tip_minor, allocations, available);
    await writeRefund(trx, services.newId(), payment, plan, {
      reason: "provider",
      status: "DONE",
      asked_by: "PROVIDER",
      requested_by: null,
      requested_at: now,
      done_at: now,
      provider_refund_ref: news.refundId,
    });
    hasTaken = true;
  }
  if (hasTaken) {
    await markRefunded(trx, locked, now);
    await recountWaiting(trx, payment.id);
  }
  return hasTaken;
}

/**
 * The provider has given money back: the tip counts for what is left of it from now on. A payment is REFUNDED, and its
 * tip too, once that is nothing.
 */
export async function markRefunded(trx: Transaction<DB>, locked: TipAndPayment, now: Date): Promise<void> {
  const { payment, tip } = locked;
  await recountTip(trx, payment.id, now);
  if (payment.status !== "SUCCESS") return;
  const { done } = await trx
    .selectFrom("refunds")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("tip_minor"), eb.val(0)).as("done"))
    .where("payment_id", "=", payment.id)
    .where("asked_by", "<>", "PRODUCT")
    .where("status", "=", "DONE")
    .executeTakeFirstOrThrow();
  if (Number(done) !== payment.amount_minor) return;
  await trx.updateTable("payments").set({ status: "REFUNDED" }).where("id", "=", payment.id).execute();
  await trx
    .updateTable("tips")
    .set({ status: "REFUNDED", updated_at: now })
    .where("id", "=", tip.id)
    .execute();
}
