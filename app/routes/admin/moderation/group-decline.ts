import { declineGroupForm } from "../../../domain/grouplists/grouplist.schema.ts";
import { declineGroup } from "../../../domain/grouplists/grouplists.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { groupQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/groups/:id";

export const loader = formStandsOn(PAGE);

/** Declines a group, or its change, for a reason. Who comes second is shown what was decided. */
export const action = takesForm(PAGE, declineGroupForm, async ({ services, id, operator_id }, given) => {
  const decline = () => declineGroup(services, { group_id: id, operator_id, ...given });
  return await decideAndGoOn(groupQueue(services.db), id, decline, `/admin/groups/${id}`);
});

export default RefusedAct;
