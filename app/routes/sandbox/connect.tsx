import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import { ConnectView } from "../../sandbox-provider/pages/connect-view.tsx";
import { textFields } from "../../sandbox-provider/pages/posted-fields.ts";
import type { Route } from "./+types/connect";

export const handle = { frame: "bare" };

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findConnectPage(params.token);
  if (!page) throw data(null, { status: 404 });
  if ("refreshUrl" in page) return redirect(page.refreshUrl, 303);
  return { page };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  if (!sandbox) throw data(null, { status: 404 });
  const result = await sandbox.decideAccount(params.token, textFields(await readForm(request)));
  if (result.outcome === "unknown") throw data(null, { status: 404 });
  return redirect(result.url, 303);
}

export default function Connect({ loaderData }: Route.ComponentProps) {
  return <ConnectView page={loaderData.page} />;
}
