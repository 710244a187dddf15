import type { reportOnPayment } from "../../../app/domain/payment-updates/provider-reports.server.ts";
import { ALL_ABILITIES, type PaymentProvider } from "../../../app/domain/payments/provider-port.ts";

type Report = Parameters<typeof reportOnPayment>[1];

/** A provider that takes money and tells its end, and can do no more. */
export function cannotLookUp(provider: PaymentProvider): PaymentProvider {
  const abilities = { ...ALL_ABILITIES, looksUp: false, cancels: false, refunds: false };
  return { ...provider, abilities };
}

/** What an operator read there of a payment. */
export function reportOf(
  payment_id: string,
  given: Pick<Report, "report" | "operator_id"> & Partial<Report>,
): Report {
  return { payment_id, refund_id: null, reference: "R 1", amount_minor: null, note: "seen there", ...given };
}
