import { redirect } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { markFailed } from "../../../domain/payouts/payouts.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/payout-failed";

const PAGE = "/admin/payouts/:id";

export const loader = formStandsOn(PAGE);

/** A payout could not be sent, for a reason: the money is the creator's again. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id, posted } = await beginAct(asked, PAGE);
  const form = parseForm(asked.request, asked.context, posted, reasonForm);
  if (!form.ok) return form.reply;
  const { outcome } = await markFailed(services, { payout_id: id, operator_id, reason: form.value.reason });
  return redirect(`/admin/payouts/${id}?done=${outcome}`, 303);
}

export default RefusedAct;
