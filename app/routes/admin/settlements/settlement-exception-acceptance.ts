import { redirect } from "react-router";
import { takeOutside } from "../../../domain/payments/payments.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/settlements/exceptions/:id";

export const loader = formStandsOn(PAGE);

/** Asks that an event be taken in although it is beyond what a provider's file may say by itself, for a reason. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const done = await takeOutside(services, { exception_id: id, operator_id, reason });
  return redirect(`/admin/books/settlements/exceptions/${id}?done=${done}`, 303);
});

export default RefusedAct;
