import { servicesContext } from "../../../context.ts";
import { itemMove } from "../../../domain/items/item.schema.ts";
import { moveItem } from "../../../domain/items/items.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/order";
import { answerDone, answerGone, leadToItems } from "./item-gone.server.ts";
import { ItemGone } from "./item-gone.tsx";

export { sendItemAct as clientAction } from "./item-act.ts";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const move = itemMove.safeParse(Object.fromEntries(await readForm(request)));
  const item = { id: params.id, user_id: viewer.id };
  const isOwn = move.success && isId(params.id) ? await moveItem(db, item, move.data) : false;
  if (!isOwn) return answerGone(context);
  return answerDone(request, `/dashboard/items#item-${params.id}`, await doneHeaders(context, "ordered"));
}

export function loader({ context }: Route.LoaderArgs) {
  return leadToItems(context);
}

export default ItemGone;
