import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import { PayView } from "../../sandbox-provider/pages/pay-view.tsx";
import { textFields } from "../../sandbox-provider/pages/posted-fields.ts";
import type { Route } from "./+types/pay";

/** The sandbox provider's own page; it wears no Tribute header and carries no script. */
export const handle = { frame: "bare" };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findPage(params.token, url.searchParams.get("use"));
  if (!page) throw data(null, { status: 404 });
  return { page };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  if (!sandbox) throw data(null, { status: 404 });
  const fields = textFields(await readForm(request));
  const result = fields.abort ? await sandbox.abort(params.token) : await sandbox.pay(params.token, fields);
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

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  return <PayView page={loaderData.page} refusal={actionData} />;
}
