import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { deleteItem } from "../../../domain/items/items.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/removal";

/** Takes one of the creator's items away; the page before has asked whether they mean it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await readForm(request);
  const isOwn = isId(params.id) && (await deleteItem(db, { id: params.id, user_id: viewer.id }));
  if (!isOwn) throw data(null, { status: 404 });
  return redirect("/dashboard/items?removed", 303);
}

/** The button stands on the page of the items. */
export function loader() {
  return redirect("/dashboard/items", 303);
}

/** What is refused gets a whole page: there is none of its own. */
export default function ItemRemoval() {
  return null;
}
