import { declineContentForm } from "../../../domain/moderation/moderation.schema.ts";
import { declineTip } from "../../../domain/tips/tips.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { tipQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/tip-decline";

const PAGE = "/admin/tips/:id";

export const loader = formStandsOn(PAGE);

/** Declines a tip under review, for a reason. Who comes second is shown what was decided. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id, posted } = await beginAct(asked, PAGE);
  const form = parseForm(asked.request, asked.context, posted, declineContentForm);
  if (!form.ok) return form.reply;
  const { reason } = form.value;
  const decline = () => declineTip(services, { tip_id: id, operator_id, reason });
  return await decideAndGoOn(tipQueue(services.db), id, decline, `/admin/tips/${id}`);
}

export default RefusedAct;
