import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { reportOnPayment } from "../../../domain/payment-updates/payment-updates.server.ts";
import { providerReportForm } from "../../../domain/payment-updates/provider-report.schema.ts";
import { findPayment } from "../../../domain/payments/payments.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/report";

const PAGE = "/admin/payments/:id";

export const loader = formStandsOn(PAGE);

/** An operator hands on what a provider that cannot be asked shows of a payment. */
export async function action(asked: Route.ActionArgs) {
  const { params, context } = asked;
  const payment = isId(params.id) ? await findPayment(context.get(servicesContext).db, params.id) : null;
  if (!payment) throw data(null, { status: 404 });
  const schema = providerReportForm(payment, getLocale(context));
  const take = takesForm(PAGE, schema, async ({ services, id, operator_id }, form) => {
    const { amount: amount_minor, ...said } = form;
    const given = { ...said, payment_id: id, operator_id, amount_minor, refund_id: null };
    return redirect(`/admin/payments/${id}?done=${await reportOnPayment(services, given)}`, 303);
  });
  return await take(asked);
}

export default RefusedAct;
