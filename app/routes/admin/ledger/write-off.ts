import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { writeOff } from "../../../domain/earnings/earnings.server.ts";
import { writeOffForm } from "../../../domain/refunds/refund.schema.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { formStandsOn, refuseOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/write-off";

const PAGE = "/admin/books";

export const loader = formStandsOn(PAGE);

/** Gives up what a creator owes in a currency, for a reason. */
export async function action(asked: Route.ActionArgs) {
  const operator_id = await refuseOn(asked, PAGE);
  const { request, context } = asked;
  const form = parseForm(request, context, await readCheckableForm(request), writeOffForm);
  if (!form.ok) return form.reply;
  const outcome = await writeOff(context.get(servicesContext), { ...form.value, operator_id });
  return redirect(`${PAGE}?done=${outcome}`, 303);
}

export default RefusedAct;
