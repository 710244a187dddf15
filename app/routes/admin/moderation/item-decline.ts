import { declineItem } from "../../../domain/items/items.server.ts";
import { declineContentForm } from "../../../domain/moderation/moderation.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { itemQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/items/:id";

export const loader = formStandsOn(PAGE);

/** Declines an item under review, for a reason. Who comes second is shown what was decided. */
export const action = takesForm(
  PAGE,
  declineContentForm,
  async ({ services, id, operator_id }, { reason }) => {
    const decline = () => declineItem(services, { item_id: id, operator_id, reason });
    return await decideAndGoOn(itemQueue(services.db), id, decline, `/admin/items/${id}`);
  },
);

export default RefusedAct;
