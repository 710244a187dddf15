import { servicesContext } from "../../../context.ts";
import { deleteItem } from "../../../domain/items/items.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/removal";
import { answerDone, answerGone, leadToItems } from "./item-gone.server.ts";
import { ItemGone } from "./item-gone.tsx";

export { sendItemAct as clientAction } from "./item-act.ts";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await readForm(request);
  const isOwn = isId(params.id) && (await deleteItem(db, { id: params.id, user_id: viewer.id }));
  if (!isOwn) return answerGone(context);
  return answerDone(request, "/dashboard/items", await doneHeaders(context, "removed"));
}

export function loader({ context }: Route.LoaderArgs) {
  return leadToItems(context);
}

export default ItemGone;
