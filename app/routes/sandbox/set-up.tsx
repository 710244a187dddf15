import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { SetUpView } from "../../sandbox-provider/pages/set-up-view.tsx";
import type { Route } from "./+types/set-up";
import { takeProviderForm } from "./provider-page.server.ts";

export const handle = { frame: "bare" };

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findSetUpPage(params.token, url.searchParams.get("use"));
  if (!page) throw data(null, { status: 404 });
  if ("url" in page) return redirect(page.url, 303);
  return { page };
}

export async function action(posted: Route.ActionArgs) {
  const { token } = posted.params;
  return await takeProviderForm(posted, (sandbox, fields) =>
    fields.leave ? sandbox.leaveSetUp(token) : sandbox.saveMethod(token, fields),
  );
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  return <SetUpView page={loaderData.page} refusal={actionData} />;
}
