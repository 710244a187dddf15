import { declineForm } from "../../../domain/verification/verification.schema.ts";
import { declineVerification } from "../../../domain/verification/verification.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { verificationQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/decline";

const PAGE = "/admin/verifications/:id";

export const loader = formStandsOn(PAGE);

/** Declines a verification with a reason for each document that is wrong. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id, posted } = await beginAct(asked, PAGE);
  const form = parseForm(asked.request, asked.context, posted, declineForm);
  if (!form.ok) return form.reply;
  const reasons = form.value;
  const decline = () => declineVerification(services, { user_id: id, operator_id, reasons });
  return await decideAndGoOn(verificationQueue(services.db), id, decline);
}

export default RefusedAct;
