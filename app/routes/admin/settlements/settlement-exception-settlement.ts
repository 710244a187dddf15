import { redirect } from "react-router";
import { settleSettlementException } from "../../../domain/payments/payments.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/settlements/exceptions/:id";

export const loader = formStandsOn(PAGE);

/** An operator has found out what an event of a provider was, and says it. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const outcome = await settleSettlementException(services, { id, operator_id, reason });
  return redirect(`/admin/books/settlements?done=${outcome}`, 303);
});

export default RefusedAct;
