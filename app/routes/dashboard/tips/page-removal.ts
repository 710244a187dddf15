import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { takeOffPage } from "../../../domain/tips/named-fans.server.ts";
import { findReceivedTip } from "../../../domain/tips/received-tips.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/page-removal";
import { backToTip, clickAnswer } from "./tips-page.server.ts";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const { id: creator_id } = await requireViewer(request, context);
  const form = await readForm(request);
  const tip = { tip_id: params.id, creator_id };
  if (!isId(params.id) || !(await findReceivedTip(db, tip))) throw data(null, { status: 404 });
  await takeOffPage(db, { by: "CREATOR", ...tip }, clock());
  const page = backToTip(form.get("return_to"), params.id);
  return clickAnswer(request, page, await doneHeaders(context, "off_page"));
}

export { sendClick as clientAction } from "../../../ui/lost-connection.ts";

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/dashboard/tips/${params.id}`, 303);
}

export { NoPage as default } from "../../no-page.ts";
