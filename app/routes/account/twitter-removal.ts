import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { unlink } from "../../domain/microblog/links.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import type { Route } from "./+types/twitter-removal";

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  await readForm(request);
  const whose = { user_id: viewer.id, asker: { session_id: viewer.session_id } };
  await unlink(services, "x", whose).catch(toLogin);
  return redirect("/account/twitter", { status: 303, headers: await doneHeaders(context, "unlinked") });
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  throw redirect("/account/twitter", 303);
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export { NoPage as default } from "../no-page.ts";
