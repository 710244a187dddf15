import { acceptTip } from "../../../domain/tips/tips.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { tipQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/tip-acceptance";

const PAGE = "/admin/tips/:id";

export const loader = formStandsOn(PAGE);

/** Accepts a tip under review. Who comes second is shown what was decided. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const accept = () => acceptTip(services, { tip_id: id, operator_id });
  return await decideAndGoOn(tipQueue(services.db), id, accept, `/admin/tips/${id}`);
}

export default RefusedAct;
