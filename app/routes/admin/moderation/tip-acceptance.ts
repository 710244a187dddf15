import { acceptTip } from "../../../domain/tips/tips.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { tipQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/tips/:id";

export const loader = formStandsOn(PAGE);

/** Accepts a tip under review. Who comes second is shown what was decided. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const accept = () => acceptTip(services, { tip_id: id, operator_id });
  return await decideAndGoOn(tipQueue(services.db), id, accept, `/admin/tips/${id}`);
});

export default RefusedAct;
