import { declineContentForm } from "../../../domain/moderation/moderation.schema.ts";
import { declineTip } from "../../../domain/tips/tips.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { tipQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/tips/:id";

export const loader = formStandsOn(PAGE);

/** Declines a tip under review, for a reason. Who comes second is shown what was decided. */
export const action = takesForm(
  PAGE,
  declineContentForm,
  async ({ services, id, operator_id }, { reason }) => {
    const decline = () => declineTip(services, { tip_id: id, operator_id, reason });
    return await decideAndGoOn(tipQueue(services.db), id, decline, `/admin/tips/${id}`);
  },
);

export default RefusedAct;
