import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { setOffDebt } from "../../../domain/earnings/debts.server.ts";
import { setOffForm } from "../../../domain/payouts/requests/payout.schema.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import type { Route } from "./+types/payout";
import { PayoutView } from "./payout-parts.tsx";
import { loadPayouts } from "./payouts.server.ts";

export async function loader(args: Route.LoaderArgs) {
  return await loadPayouts(args);
}

/** Exactly what the page has shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), setOffForm);
  if (!form.ok) return form.reply;
  const needs_fresh_rate = services.config.mode === "live";
  const outcome = await setOffDebt(services, { creator_id: viewer.id, ...form.value, needs_fresh_rate });
  if (outcome.outcome === "refused") return form.refuse({ "": `errors.payout.set_off.${outcome.reason}` });
  return redirect("/payout", { status: 303, headers: await doneHeaders(context, "set_off") });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function Payout({ loaderData, actionData }: Route.ComponentProps) {
  // The buttons show today's amounts: errors have no field.
  const texts = Object.values(actionData?.error ?? {}).flatMap((each) => each ?? []);
  const allErrors: Record<string, string[]> = texts.length === 0 ? {} : { "": texts };
  const form = { id: "set-off", status: actionData?.status, allErrors };
  return <PayoutView {...loaderData} problems={<FormErrors form={form} labels={{}} />} />;
}
