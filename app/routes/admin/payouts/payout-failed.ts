import { redirect } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { markFailed } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payouts/:id";

export const loader = formStandsOn(PAGE);

/** A payout could not be sent, for a reason: the money is the creator's again. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const { outcome } = await markFailed(services, { payout_id: id, operator_id, reason });
  return redirect(`/admin/payouts/${id}?done=${outcome}`, 303);
});

export default RefusedAct;
