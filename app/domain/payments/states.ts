import type { PaymentSnapshot } from "./provider-port.ts";

export const PAYMENT_STATUSES = [
  "CREATED",
  "REDIRECTED",
  "PROCESSING",
  "SUCCESS",
  "FAILED",
  "REFUNDED",
  "CHARGEBACK",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const FAILURE_REASONS = ["cancelled", "declined", "expired", "error"] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** What the provider's truth changes about a payment. */
type PaymentStep =
  | { to: "PROCESSING" }
  | { to: "SUCCESS" }
  | { to: "FAILED"; failure_reason: FailureReason }
  /** Nothing new: repeated, outdated and disordered notices end here. */
  | { to: null };

const OPEN: readonly PaymentStatus[] = ["CREATED", "REDIRECTED", "PROCESSING"];

/** True while the fan's money may still come. */
export function isOpen(status: PaymentStatus): boolean {
  return OPEN.includes(status);
}

/**
 * The next step of a payment (docs/product.md, 4.2): forward only; money that comes late, after a failure, is real
 * and taken. What follows a dispute is decided by the dispute, not here.
 */
export function nextStep(
  status: PaymentStatus,
  snapshot: Pick<PaymentSnapshot, "state" | "failureCode">,
): PaymentStep {
  switch (snapshot.state) {
    case "OPEN":
      return { to: null };
    case "PROCESSING":
      return status === "CREATED" || status === "REDIRECTED" ? { to: "PROCESSING" } : { to: null };
    case "PAID":
      return isOpen(status) || status === "FAILED" ? { to: "SUCCESS" } : { to: null };
    default:
      return isOpen(status) ? { to: "FAILED", failure_reason: failureReason(snapshot) } : { to: null };
  }
}

function failureReason(snapshot: Pick<PaymentSnapshot, "state" | "failureCode">): FailureReason {
  if (snapshot.state === "CANCELLED") return "cancelled";
  if (snapshot.state === "EXPIRED") return "expired";
  return snapshot.failureCode === "error" ? "error" : "declined";
}
