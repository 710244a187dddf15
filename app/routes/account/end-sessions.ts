import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { endSessions } from "../../domain/auth/sessions.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import type { Route } from "./+types/end-sessions";

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  await readForm(request);
  await endSessions(context.get(servicesContext).db, viewer.id, viewer.session_id);
  return redirect("/account/security", 303);
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export { NoPage as default, onlyPosts as loader } from "../no-page.ts";
