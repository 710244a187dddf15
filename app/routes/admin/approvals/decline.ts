import { redirect } from "react-router";
import { declineApproval } from "../../../domain/approvals/approvals.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/approvals/:id";

export const loader = formStandsOn(PAGE);

/** Declines another operator's act, or takes one's own back, for a reason. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const outcome = await declineApproval(services, { id, operator_id, reason });
  return redirect(`/admin/approvals/${id}?done=${outcome}`, 303);
});

export default RefusedAct;
