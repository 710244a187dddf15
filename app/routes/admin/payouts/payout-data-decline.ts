import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { decidePayoutData } from "../../../domain/payouts/payouts.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { payoutDataQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/payout-data-decline";

const PAGE = "/admin/payout-data/:id";

export const loader = formStandsOn(PAGE);

/** Declines payout data, for a reason that the creator reads. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id, posted } = await beginAct(asked, PAGE);
  const form = parseForm(asked.request, asked.context, posted, reasonForm);
  if (!form.ok) return form.reply;
  const { reason } = form.value;
  const decline = () => decidePayoutData(services, { id, operator_id, decision: "declined", reason });
  return await decideAndGoOn(payoutDataQueue(services.db), id, decline);
}

export default RefusedAct;
