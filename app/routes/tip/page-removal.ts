import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { takeOffPage } from "../../domain/tips/tips.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import type { Route } from "./+types/page-removal";

/** A fan takes themselves off the creator's page, by the secret link of their receipt. Doing it twice is doing it once. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, tokens, clock } = context.get(servicesContext);
  const paymentId = tokens.verify("receipt", params.token);
  if (!paymentId) throw data(null, { status: 404 });
  await readForm(request);
  await takeOffPage(db, { by: "FAN", payment_id: paymentId }, clock());
  return redirect(`/receipt/${params.token}`, { status: 303, headers: doneHeaders(context, "taken_off") });
}

/** The form stands on the receipt. */
export function loader({ params, context }: Route.LoaderArgs) {
  if (!context.get(servicesContext).tokens.verify("receipt", params.token)) throw data(null, { status: 404 });
  return redirect(`/receipt/${params.token}`, 303);
}

/** What is refused gets a whole page: there is none of its own. */
export default function PageRemoval() {
  return null;
}
