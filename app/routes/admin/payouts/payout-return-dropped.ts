import { redirect } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { dropReportedReturn } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payouts/:id";

export const loader = formStandsOn(PAGE);

/** A return that a notice reported did not happen, for a reason. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const outcome = await dropReportedReturn(services, { payout_id: id, operator_id, reason });
  return redirect(`/admin/payouts/${id}?done=${outcome === "done" ? "dropped" : outcome}`, 303);
});

export default RefusedAct;
