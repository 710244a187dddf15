import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { itemMove } from "../../../domain/items/item.schema.ts";
import { moveItem } from "../../../domain/items/items.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/order";

/** Moves one of the creator's items: by one place, or to where it was dragged. Leads back to it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const move = itemMove.safeParse(Object.fromEntries(await readForm(request)));
  const item = { id: params.id, user_id: viewer.id };
  const isOwn = move.success && isId(params.id) ? await moveItem(db, item, move.data) : false;
  if (!isOwn) throw data(null, { status: 404 });
  return redirect(`/dashboard/items?ordered#item-${params.id}`, 303);
}

/** The buttons stand on the page of the items. */
export function loader() {
  return redirect("/dashboard/items", 303);
}

/** What is refused gets a whole page: there is none of its own. */
export default function ItemOrder() {
  return null;
}
