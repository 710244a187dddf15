import { redirect } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { markFailed } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payouts/batches/:id";

export const loader = formStandsOn(PAGE);

/** The bank refused a batch as a whole, for a reason. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const { outcome } = await markFailed(services, { batch_id: id, operator_id, reason });
  return redirect(`/admin/payouts/batches/${id}?done=${outcome}`, 303);
});

export default RefusedAct;
