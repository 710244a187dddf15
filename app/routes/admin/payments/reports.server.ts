import type { PAYMENT_REPORTS } from "../../../domain/payment-updates/provider-report.schema.ts";
import type { Payment } from "../../../domain/payments/payments.server.ts";
import { isOpen } from "../../../domain/payments/payments.server.ts";
import type { Providers } from "../../../domain/payments/provider-port.ts";

type Report = (typeof PAYMENT_REPORTS)[number];

const OF_MONEY: readonly Report[] = ["REFUNDED", "DISPUTE_OPENED", "DISPUTE_LOST", "DISPUTE_WON"];

/** What an operator may hand on of a payment: nothing of a provider that can be asked. */
export function reportsOn(payment: Payment, providers: Providers): readonly Report[] {
  if (payment.provider_ref === null || providers.find(payment.provider)?.abilities.looksUp) return [];
  return isOpen(payment.status) || payment.status === "FAILED" ? ["PAID"] : OF_MONEY;
}
