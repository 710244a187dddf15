import { redirect } from "react-router";
import { lockedPayoutForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { payOutLocked } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/users/:id";

export const loader = formStandsOn(PAGE);

/** Requests a payout for a locked creator, who cannot. */
export const action = takesForm(PAGE, lockedPayoutForm, async ({ services, id, operator_id }, wish) => {
  const { outcome } = await payOutLocked(services, { user_id: id, operator_id, ...wish });
  return redirect(`/admin/users/${id}?done=${outcome}`, 303);
});

export default RefusedAct;
