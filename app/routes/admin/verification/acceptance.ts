import { acceptVerification } from "../../../domain/verification/verification.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { verificationQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/acceptance";

const PAGE = "/admin/verifications/:id";

export const loader = formStandsOn(PAGE);

/** Accepts a verification, and goes on to the next. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const accept = () => acceptVerification(services, { user_id: id, operator_id });
  return await decideAndGoOn(verificationQueue(services.db), id, accept);
}

export default RefusedAct;
