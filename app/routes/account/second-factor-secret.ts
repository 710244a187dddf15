import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { beginSecondFactor } from "../../domain/auth/second-factor.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import type { Route } from "./+types/second-factor-secret";

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  await readForm(request);
  const asker = { session_id: viewer.session_id };
  await beginSecondFactor(context.get(servicesContext), viewer.id, asker).catch(toLogin);
  return redirect("/account/security/second-factor", 303);
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export { NoPage as default, onlyPosts as loader } from "../no-page.ts";
