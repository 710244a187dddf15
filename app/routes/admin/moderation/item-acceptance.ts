import { acceptItem } from "../../../domain/items/items.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { itemQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/item-acceptance";

const PAGE = "/admin/items/:id";

export const loader = formStandsOn(PAGE);

/** Accepts a item under review. Who comes second is shown what was decided. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const accept = () => acceptItem(services, { item_id: id, operator_id });
  return await decideAndGoOn(itemQueue(services.db), id, accept, `/admin/items/${id}`);
}

export default RefusedAct;
