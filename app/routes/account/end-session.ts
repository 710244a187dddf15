import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { endSession } from "../../domain/auth/sessions.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { isId } from "../../http/ids.ts";
import type { Route } from "./+types/end-session";

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  await readForm(request);
  if (isId(params.id)) await endSession(context.get(servicesContext).db, viewer.id, params.id);
  return redirect("/account/security", 303);
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export { NoPage as default, onlyPosts as loader } from "../no-page.ts";
