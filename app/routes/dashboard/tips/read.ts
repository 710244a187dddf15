import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { markTipRead } from "../../../domain/tips/tip-replies.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/read";
import { backToTip, clickAnswer } from "./tips-page.server.ts";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = await readForm(request);
  const tip = { tip_id: params.id, creator_id: viewer.id };
  const outcome = isId(params.id) ? await markTipRead(db, tip, clock()) : "missing";
  if (outcome === "missing") throw data(null, { status: 404 });
  return clickAnswer(request, backToTip(form.get("return_to"), params.id));
}

export { sendClick as clientAction } from "../../../ui/lost-connection.ts";

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/dashboard/tips/${params.id}`, 303);
}

export { NoPage as default } from "../../no-page.ts";
