import { acceptItem } from "../../../domain/items/items.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { itemQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/items/:id";

export const loader = formStandsOn(PAGE);

/** Accepts an item under review. Who comes second is shown what was decided. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const accept = () => acceptItem(services, { item_id: id, operator_id });
  return await decideAndGoOn(itemQueue(services.db), id, accept, `/admin/items/${id}`);
});

export default RefusedAct;
