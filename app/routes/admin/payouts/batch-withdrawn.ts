import { redirect } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { withdrawBatch } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payouts/batches/:id";

export const loader = formStandsOn(PAGE);

/** The bank has not got a batch's file, for a reason: what is open of it goes into the next batch. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const done = await withdrawBatch(services, { batch_id: id, operator_id, reason });
  return redirect(`/admin/payouts/batches/${id}?done=${done}`, 303);
});

export default RefusedAct;
