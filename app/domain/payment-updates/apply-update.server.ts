import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { applyDisputes, makeRoomForRefund, settleClaims } from "../disputes/follow-disputes.server.ts";
import { settleTip } from "../earnings/settle-tip.server.ts";
import type { Payment } from "../payments/payment-record.server.ts";
import {
  type PaymentSnapshot,
  type ProviderPaymentState,
  type Providers,
  ProviderUnavailable,
} from "../payments/provider-port.ts";
import { isOpen, nextStep } from "../payments/states.ts";
import { importProviderRefunds } from "../refunds/provider-refunds.server.ts";
import { recountWaiting } from "../rollups/waiting-totals.server.ts";
import { lockTipAndPayment, type TipAndPayment } from "../tips/tip-and-payment.server.ts";
import type { HoldOnCreator } from "../tips/tip-receiver.ts";
import type { TipServices } from "../tips/tip-services.ts";
import { settleVoucher } from "../vouchers/settle-voucher.server.ts";
import { failDoneRefunds } from "./failed-refunds.server.ts";
import { isOtherMoney, putOtherAside } from "./other-money.server.ts";

/**
 * Asks its provider about one open payment instead of waiting for its notice, and applies what it says. Returns what that
 * was; null when nobody said anything: then the notice and the look-ups come as they do without this.
 */
export async function lookUpPayment(
  services: TipServices & { providers: Providers },
  payment: Pick<Payment, "id" | "type" | "status" | "provider" | "provider_ref">,
): Promise<ProviderPaymentState | null> {
  if (payment.provider_ref === null || !isOpen(payment.status)) return null;
  try {
    const provider = services.providers.get(payment.provider);
    const snapshot = provider.abilities.looksUp ? await provider.fetch(payment.provider_ref) : null;
    if (snapshot) await applyPaymentUpdate(services, payment, snapshot);
    return snapshot?.state ?? null;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return null;
    throw error;
  }
}

/**
 * Applies the provider's truth about a payment, in one transaction: the payment moves forward, money that came
 * is posted and credited, disputes are followed. Repeated, outdated and disordered news change nothing. Returns a word
 * for the notice's record: what happened.
 */
export async function applyPaymentUpdate(
  services: TipServices,
  payment: Pick<Payment, "id" | "type">,
  snapshot: PaymentSnapshot,
): Promise<string> {
  return await services.db
    .transaction()
    .execute((trx) => applyUpdateIn(trx, services, payment, snapshot, services.clock()));
}

/** The same inside a transaction that does more. Of a payment that was paid once more, that money is kept in suspense. */
export async function applyUpdateIn(
  trx: Transaction<DB>,
  services: TipServices,
  payment: Pick<Payment, "id" | "type">,
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<string> {
  // Nothing came: it stays open until it is paid or ends.
  if (snapshot.state === "PAID" && snapshot.amountMinor <= 0) return "no_amount";
  const locked = await lockTipAndPayment(trx, payment.id, holdFor(payment, snapshot));
  if (!locked) return "unknown_payment";
  const step = nextStep(locked.payment.status, snapshot);
  let outcome = "unchanged";
  if (step.to === "SUCCESS") {
    outcome = await settle(trx, services, locked, snapshot, now);
  } else if (snapshot.state === "PAID" && (await isOtherMoney(trx, locked.payment.id, snapshot))) {
    outcome = await putOtherAside(trx, services, locked.payment, snapshot, now);
  } else if (step.to !== null) {
    await trx
      .updateTable("payments")
      .set({
        status: step.to,
        failure_reason: step.to === "FAILED" ? step.failure_reason : null,
        provider_ref: snapshot.providerRef,
      })
      .where("id", "=", locked.payment.id)
      .execute();
    outcome = step.to.toLowerCase();
  }
  if (outcome !== "unchanged") {
    await trx
      .insertInto("payment_events")
      .values({
        payment_id: locked.payment.id,
        kind: outcome,
        detail: JSON.stringify({
          from: locked.payment.status,
          provider_state: snapshot.state,
          failure_code: snapshot.failureCode,
          ...(snapshot.receipt === undefined ? {} : { receipt: snapshot.receipt }),
          ...presentmentOf(snapshot),
        }),
        at: now,
      })
      .execute();
  }
  let hasMoved = false;
  const isSettled =
    step.to === "SUCCESS" || (!isOpen(locked.payment.status) && locked.payment.status !== "FAILED");
  if (isSettled && snapshot.refunds.length > 0) {
    const makeRoom = (each: typeof locked.payment) => makeRoomForRefund(trx, each, now);
    const { id } = locked.payment;
    if (await failDoneRefunds(trx, services, locked, snapshot.refunds, now)) {
      outcome = "refund_failed_late";
      hasMoved = true;
      await settleClaims(trx, services, locked, now);
    }
    if (await importProviderRefunds(trx, services, id, snapshot.refunds, now, makeRoom)) {
      outcome = "refund_taken_in";
      hasMoved = true;
      await settleClaims(trx, services, locked, now);
    }
  }
  if (isSettled && snapshot.disputes.length > 0) {
    const followed = await applyDisputes(trx, services, locked.payment.id, snapshot.disputes, now);
    if (followed) outcome = followed;
    hasMoved ||= followed !== null;
  }
  if (hasMoved) await recountWaiting(trx, locked.payment.id);
  return outcome;
}

/** What the fan saw in a currency of the provider's choice, for who is asked about it. */
function presentmentOf({ presentment }: PaymentSnapshot): object {
  if (!presentment) return {};
  return { presentment_minor: presentment.amountMinor, presentment_currency: presentment.currency };
}

/** The money is there: of a voucher, which is nobody's yet, or of a tip. */
async function settle(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<string> {
  const { tip, voucher } = locked;
  if (voucher) return await settleVoucher(trx, services, { ...locked, voucher }, snapshot, now);
  if (!tip) throw new Error(`payment ${locked.payment.id} is for nothing`);
  return await settleTip(trx, services, { ...locked, tip }, snapshot, now);
}

/** Money that is available at once may repay a debt, and what goes back may make one: both change the creator's status. */
function holdFor({ type }: Pick<Payment, "type">, { disputes, refunds }: PaymentSnapshot): HoldOnCreator {
  return productRules.hold_days[type] === 0 || disputes.length + refunds.length > 0 ? "alone" : "shared";
}
