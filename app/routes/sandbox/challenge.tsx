import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import { ChallengeView } from "../../sandbox-provider/pages/challenge-view.tsx";
import { textFields } from "../../sandbox-provider/pages/posted-fields.ts";
import type { Route } from "./+types/challenge";

/** The sandbox provider's second step, where a bank asks its customer. */
export const handle = { frame: "bare" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findPage(params.token);
  if (!sandbox || !page) throw data(null, { status: 404 });
  if (page.state !== "OPEN" || !page.challenged) return redirect(`/sandbox/pay/${params.token}`, 303);
  return { page, code: sandbox.challengeCode };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  if (!sandbox) throw data(null, { status: 404 });
  const fields = textFields(await readForm(request));
  const result = fields.deny ? await sandbox.deny(params.token) : await sandbox.confirm(params.token, fields);
  switch (result.outcome) {
    case "unknown":
      throw data(null, { status: 404 });
    case "invalid":
      return data({ errors: result.errors, kept: result.kept }, { status: 422 });
    case "challenge":
      return redirect(`/sandbox/pay/${params.token}/challenge`, 303);
    case "returned":
      return redirect(result.url, 303);
  }
}

/** The page names itself (its language is the order's); nothing of Tribute's head fits. */
export function meta() {
  return [];
}

export function headers() {
  return { "Cache-Control": "no-store" };
}

export default function Challenge({ loaderData, actionData }: Route.ComponentProps) {
  return <ChallengeView page={loaderData.page} code={loaderData.code} refusal={actionData} />;
}
