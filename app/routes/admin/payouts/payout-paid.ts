import { redirect } from "react-router";
import { markPaid } from "../../../domain/payouts/payouts.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/payout-paid";

const PAGE = "/admin/payouts/:id";

export const loader = formStandsOn(PAGE);

/** A payout arrived. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const { outcome } = await markPaid(services, { payout_id: id, operator_id });
  return redirect(`/admin/payouts/${id}?done=${outcome}`, 303);
}

export default RefusedAct;
