import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { decidePayoutData } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { payoutDataQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payout-data/:id";

export const loader = formStandsOn(PAGE);

/** Declines payout data, for a reason that the creator reads. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const decline = () => decidePayoutData(services, { id, operator_id, decision: "declined", reason });
  return await decideAndGoOn(payoutDataQueue(services.db), id, decline);
});

export default RefusedAct;
