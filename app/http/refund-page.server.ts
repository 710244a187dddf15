import { isHeld } from "../domain/ledger/rules/posting-rules.ts";
import { formatAmount, type Locale, toTyped } from "../domain/money/minor.ts";
import type { Payment } from "../domain/payments/payment-record.server.ts";
import type { RefundPlan } from "../domain/refunds/refunds.server.ts";
import type { ShownRefund } from "../ui/components/refund-table.tsx";

export interface RefundFigures extends ShownRefund {
  amount: string;
  seenLeft: string;
}

export function refundFigures(
  plan: RefundPlan,
  payment: Pick<Payment, "application_fee_minor" | "is_transferred">,
  locale: Locale,
): RefundFigures {
  const show = (amount: number) => formatAmount(amount, plan.currency, locale);
  const unlessNothing = (amount: number) => (amount === 0 ? null : show(amount));
  const isDirect = !isHeld(payment);
  return {
    tip: show(plan.tip_minor),
    fee: show(plan.service_fee_minor),
    vat: show(plan.vat_minor),
    fan: formatAmount(plan.charged_minor, plan.charged_currency, locale),
    fromPending: isDirect ? null : unlessNothing(plan.from_pending_minor),
    fromAvailable: isDirect ? null : unlessNothing(plan.from_available_minor),
    fromAccount: isDirect ? show(plan.tip_minor) : null,
    goodwill: unlessNothing(plan.goodwill_minor),
    amount: toTyped(plan.tip_minor, plan.currency, locale),
    seenLeft: String(plan.left_minor),
  };
}
