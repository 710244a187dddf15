import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { PayView } from "../../sandbox-provider/pages/pay-view.tsx";
import type { Route } from "./+types/pay";
import { takeProviderForm } from "./provider-page.server.ts";

export const handle = { frame: "bare" };

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findPage(params.token, url.searchParams.get("use"));
  if (!page) throw data(null, { status: 404 });
  return { page };
}

export async function action(posted: Route.ActionArgs) {
  const { token } = posted.params;
  return await takeProviderForm(posted, (sandbox, fields) =>
    fields.abort ? sandbox.abort(token) : sandbox.pay(token, fields),
  );
}

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  return <PayView page={loaderData.page} refusal={actionData} />;
}
