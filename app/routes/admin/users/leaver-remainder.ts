import { redirect } from "react-router";
import { leftoverForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { giveUpLeft } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/users/:id";

export const loader = formStandsOn(PAGE);

/** Leaves to the platform what a deleted creator can never be paid, for a reason. */
export const action = takesForm(PAGE, leftoverForm, async ({ services, id, operator_id }, wish) => {
  const outcome = await giveUpLeft(services, { user_id: id, operator_id, ...wish });
  return redirect(`/admin/users/${id}?done=${outcome}`, 303);
});

export default RefusedAct;
