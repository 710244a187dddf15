import { z } from "zod";
import type {
  DisputeSnapshot,
  PaymentSnapshot,
  ProviderPaymentState,
  RefundSnapshot,
} from "../../provider-port.ts";
import type { Dispute, Listed, Refund, Session } from "./wire.ts";

/** Under which name our own id of a payment or a refund stands at Stripe's objects, and in its reports. */
export const PAYMENT_KEY = "payment_id";
export const REFUND_KEY = "refund_id";

/**
 * The payment that a page is for; null for other sales of the same account. Who opens one of its payment links may write
 * any reference into the address, our ids too: metadata is written with the account's key alone.
 */
export function paymentOf({ client_reference_id, metadata }: Listed): string | null {
  const isOurs = client_reference_id !== null && metadata?.[PAYMENT_KEY] === client_reference_id;
  return isOurs && z.uuid().safeParse(client_reference_id).success ? client_reference_id : null;
}

/** What Stripe's objects say about a payment, in the port's words. */
export function snapshot(
  session: Session,
  paymentId: string,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): PaymentSnapshot {
  const state = stateOf(session);
  const { payment_intent: intent, presentment_details: shown, currency, amount_total } = session;
  const amountMinor = state === "PAID" && intent ? intent.amount_received : amount_total;
  return {
    providerRef: session.id,
    paymentId,
    state,
    amountMinor,
    currency,
    paidAt: state === "PAID" && intent?.latest_charge ? new Date(intent.latest_charge.created * 1000) : null,
    failureCode: state === "FAILED" ? failureOf(session) : null,
    ...(shown && {
      presentment: { amountMinor: shown.presentment_amount, currency: shown.presentment_currency },
    }),
    refunds: refunds.map(refundSnapshot),
    disputes: disputes.flatMap((dispute) => disputeSnapshot(dispute, currency, amountMinor)),
  };
}

/** A page is open until it was used; then its payment says what came of it. A decline leaves it open. */
function stateOf({ status, payment_status, payment_intent }: Session): ProviderPaymentState {
  if (status === "open") return "OPEN";
  if (status === "expired") return "EXPIRED";
  if (payment_status === "paid") return "PAID";
  switch (payment_intent?.status) {
    // Nothing was to be paid, or the bank has refused what was under way.
    case undefined:
    case "requires_payment_method":
      return "FAILED";
    case "canceled":
      return "CANCELLED";
    default:
      return "PROCESSING";
  }
}

function failureOf({ payment_intent }: Session): string {
  const error = payment_intent?.last_payment_error;
  return error?.decline_code ?? error?.code ?? "failed";
}

const REFUND_STATES = new Map<string, RefundSnapshot["state"]>([
  ["succeeded", "DONE"],
  ["failed", "FAILED"],
  ["canceled", "FAILED"],
]);

/** One that was made in Stripe's back office goes by Stripe's name for it. */
export function refundSnapshot({ id, amount, status, metadata }: Refund): RefundSnapshot {
  return {
    refundId: metadata?.[REFUND_KEY] ?? id,
    state: REFUND_STATES.get(status) ?? "PENDING",
    amountMinor: amount,
  };
}

/**
 * Inquiries ("warning") take no money and are none of ours until they become disputes. What was prevented is over without
 * a loss. An appeal is a dispute that goes on. In a currency other than the payment's, all of the payment is meant.
 */
function disputeSnapshot(dispute: Dispute, currency: string, amountMinor: number): DisputeSnapshot[] {
  const { id, status, amount } = dispute;
  if (status.startsWith("warning_")) return [];
  const state = status === "lost" ? "LOST" : status === "won" || status === "prevented" ? "WON" : "OPEN";
  return [{ disputeRef: id, state, amountMinor: dispute.currency === currency ? amount : amountMinor }];
}
