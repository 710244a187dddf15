import { decidePayoutData } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { payoutDataQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payout-data/:id";

export const loader = formStandsOn(PAGE);

/** Accepts payout data, and goes on to the next. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const accept = () => decidePayoutData(services, { id, operator_id, decision: "accepted" });
  return await decideAndGoOn(payoutDataQueue(services.db), id, accept);
});

export default RefusedAct;
