import { acceptGroupForm } from "../../../domain/grouplists/grouplist.schema.ts";
import { acceptGroup } from "../../../domain/grouplists/grouplists.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { groupQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/groups/:id";

export const loader = formStandsOn(PAGE);

/** Approves a group, or its change, as the operator saw it. Who comes second is shown what was decided. */
export const action = takesForm(PAGE, acceptGroupForm, async ({ services, id, operator_id }, { seen }) => {
  const accept = () => acceptGroup(services, { group_id: id, operator_id, seen });
  return await decideAndGoOn(groupQueue(services.db), id, accept, `/admin/groups/${id}`);
});

export default RefusedAct;
