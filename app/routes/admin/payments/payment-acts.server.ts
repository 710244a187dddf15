import { data, redirect } from "react-router";
import {
  type PAYMENT_REPORTS,
  providerReportForm,
} from "../../../domain/payment-updates/provider-report.schema.ts";
import { reportOnPayment } from "../../../domain/payment-updates/provider-reports.server.ts";
import { findPayment, type Payment } from "../../../domain/payments/payment-record.server.ts";
import type { Providers } from "../../../domain/payments/provider-port.ts";
import { isOpen } from "../../../domain/payments/states.ts";
import { resendReceipt } from "../../../domain/support/resend.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { button, form, type PageAct, withinMails } from "../acts.server.ts";

type Report = (typeof PAYMENT_REPORTS)[number];

const OF_MONEY: readonly Report[] = ["REFUNDED", "DISPUTE_OPENED", "DISPUTE_LOST", "DISPUTE_WON"];

export function reportsOn(payment: Payment, providers: Providers): readonly Report[] {
  if (payment.provider_ref === null || providers.find(payment.provider)?.abilities.looksUp) return [];
  return isOpen(payment.status) || payment.status === "FAILED" ? ["PAID"] : OF_MONEY;
}

export const reportAct: PageAct = async (given, asked) => {
  const payment = isId(asked.params.id) ? await findPayment(given.services.db, asked.params.id) : null;
  if (!payment) throw data(null, { status: 404 });
  const schema = providerReportForm(payment, getLocale(asked.context));
  const take = form(schema, async ({ services, id, operator_id }, { amount: amount_minor, ...said }) => {
    const report = { ...said, payment_id: id, operator_id, amount_minor, refund_id: null };
    return redirect(`/admin/payments/${id}?done=${await reportOnPayment(services, report)}`, 303);
  });
  return await take(given, asked);
};

export const receiptAct: PageAct = withinMails(
  button(async ({ services, id, operator_id }) => {
    const resent = await resendReceipt(services, { payment_id: id, operator_id });
    return redirect(`/admin/payments/${id}?done=receipt_${resent === "gone" ? resent : "sent"}`, 303);
  }),
);
