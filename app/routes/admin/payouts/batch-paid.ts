import { redirect } from "react-router";
import { markPaid } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payouts/batches/:id";

export const loader = formStandsOn(PAGE);

/** All that is still open of a batch arrived. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const { outcome } = await markPaid(services, { batch_id: id, operator_id });
  return redirect(`/admin/payouts/batches/${id}?done=${outcome}`, 303);
});

export default RefusedAct;
