import { redirect } from "react-router";
import { reportOnPayment } from "../../../domain/payment-updates/payment-updates.server.ts";
import { refundReportForm } from "../../../domain/payment-updates/provider-report.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payments/:id";

export const loader = formStandsOn(PAGE);

/** A refund that was left to an operator was made in the provider's back office, or cannot be. */
export const action = takesForm(PAGE, refundReportForm, async ({ services, id, operator_id }, form) => {
  const given = { ...form, payment_id: id, operator_id, amount_minor: null };
  return redirect(`/admin/payments/${id}?done=${await reportOnPayment(services, given)}`, 303);
});

export default RefusedAct;
