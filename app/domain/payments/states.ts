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

type PaymentStep =
  | { to: "PROCESSING" }
  | { to: "SUCCESS" }
  | { to: "FAILED"; failure_reason: FailureReason }
  | { to: null };

const OPEN: readonly PaymentStatus[] = ["CREATED", "REDIRECTED", "PROCESSING"];

export function isOpen(status: PaymentStatus): boolean {
  return OPEN.includes(status);
}

/** Forward only; late money after a failure is taken. Disputes decide what follows (docs/product.md, 4.2). */
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
