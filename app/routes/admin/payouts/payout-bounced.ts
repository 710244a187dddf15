import { redirect } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { markBounced } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payouts/:id";

export const loader = formStandsOn(PAGE);

/** A payout came back after it was paid, for a reason. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const { outcome } = await markBounced(services, { payout_id: id, operator_id, reason });
  return redirect(`/admin/payouts/${id}?done=${outcome}`, 303);
});

export default RefusedAct;
