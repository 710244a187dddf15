import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { liftPayoutFreeze } from "../../../domain/payouts/payouts.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { formStandsOn, refuseOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/freeze-removal";

const PAGE = "/admin/payouts";

export const loader = formStandsOn(PAGE);

/** Lets payouts go on after they were frozen, for a reason. */
export async function action(asked: Route.ActionArgs) {
  const operator_id = await refuseOn(asked, PAGE);
  const posted = await readCheckableForm(asked.request);
  const form = parseForm(asked.request, asked.context, posted, reasonForm);
  if (!form.ok) return form.reply;
  const given = { operator_id, reason: form.value.reason };
  return redirect(`${PAGE}?done=${await liftPayoutFreeze(asked.context.get(servicesContext), given)}`, 303);
}

export default RefusedAct;
