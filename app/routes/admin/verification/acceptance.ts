import { acceptVerification } from "../../../domain/verification/verification.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { verificationQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/verifications/:id";

export const loader = formStandsOn(PAGE);

/** Accepts a verification, and goes on to the next. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const accept = () => acceptVerification(services, { user_id: id, operator_id });
  return await decideAndGoOn(verificationQueue(services.db), id, accept);
});

export default RefusedAct;
