import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { orderSettlement } from "../../../domain/payments/payments.server.ts";
import { settlementOrderForm } from "../../../domain/payments/settlements/settlement.schema.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { formStandsOn, refuseOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/settlement-order";

const PAGE = "/admin/books/settlements";

export const loader = formStandsOn(PAGE);

/** Has fetched what a provider tells by its API. */
export async function action(asked: Route.ActionArgs) {
  const operator_id = await refuseOn(asked, PAGE);
  const { request, context } = asked;
  const form = parseForm(request, context, await readCheckableForm(request), settlementOrderForm);
  if (!form.ok) return form.reply;
  const outcome = await orderSettlement(context.get(servicesContext), { ...form.value, operator_id });
  return redirect(`${PAGE}?done=${outcome === "ordered" ? "ordered" : "gone"}`, 303);
}

export default RefusedAct;
