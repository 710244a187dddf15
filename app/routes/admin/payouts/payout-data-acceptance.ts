import { decidePayoutData } from "../../../domain/payouts/payouts.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { payoutDataQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/payout-data-acceptance";

const PAGE = "/admin/payout-data/:id";

export const loader = formStandsOn(PAGE);

/** Accepts payout data, and goes on to the next. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const accept = () => decidePayoutData(services, { id, operator_id, decision: "accepted" });
  return await decideAndGoOn(payoutDataQueue(services.db), id, accept);
}

export default RefusedAct;
