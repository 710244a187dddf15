import { declineForm } from "../../../domain/verification/verification.schema.ts";
import { declineVerification } from "../../../domain/verification/verification.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { verificationQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/verifications/:id";

export const loader = formStandsOn(PAGE);

/** Declines a verification with a reason for each document that is wrong. */
export const action = takesForm(PAGE, declineForm, async ({ services, id, operator_id }, reasons) => {
  const decline = () => declineVerification(services, { user_id: id, operator_id, reasons });
  return await decideAndGoOn(verificationQueue(services.db), id, decline);
});

export default RefusedAct;
