import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { ChallengeView } from "../../sandbox-provider/pages/challenge-view.tsx";
import type { Route } from "./+types/challenge";
import { takeProviderForm } from "./provider-page.server.ts";

export const handle = { frame: "bare" };

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findPage(params.token);
  if (!sandbox || !page) throw data(null, { status: 404 });
  if (page.state !== "OPEN" || !page.challenged) return redirect(`/sandbox/pay/${params.token}`, 303);
  return { page, code: sandbox.challengeCode };
}

export async function action(posted: Route.ActionArgs) {
  const { token } = posted.params;
  return await takeProviderForm(posted, (sandbox, fields) =>
    fields.deny ? sandbox.deny(token) : sandbox.confirm(token, fields),
  );
}

export default function Challenge({ loaderData, actionData }: Route.ComponentProps) {
  return <ChallengeView page={loaderData.page} code={loaderData.code} refusal={actionData} />;
}
