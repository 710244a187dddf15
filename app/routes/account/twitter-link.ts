import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { beginLink } from "../../domain/microblog/links.server.ts";
import { readForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import type { Route } from "./+types/twitter-link";

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  await readForm(request);
  const network = services.networks.find("x");
  const back = async (act: string) =>
    redirect("/account/twitter", { status: 303, headers: await doneHeaders(context, act) });
  if (!network) throw redirect("/account/twitter", 303);
  if (!(await takeBudgets(context, [{ budget: "microblog_link", key: viewer.id }]))) return back("many");
  const whose = { user_id: viewer.id, asker: { session_id: viewer.session_id } };
  const outcome = await beginLink(services, network, whose).catch(toLogin);
  return outcome === "begun" ? redirect("/account/twitter/pin", 303) : back("away");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  throw redirect("/account/twitter", 303);
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export { NoPage as default } from "../no-page.ts";
