import { redirect } from "react-router";
import { retryRefund } from "../../../domain/suspense/suspense.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payments/suspense/:id";

export const loader = formStandsOn(PAGE);

/** Asks the provider once more to give back money that fits nothing. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await retryRefund(services, { payment_id: id, operator_id });
  return redirect(`/admin/payments/suspense/${id}?done=${done}`, 303);
});

export default RefusedAct;
