import { redirect } from "react-router";
import { reverseEvent } from "../../../domain/payments/payments.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/settlements/events/:id";

export const loader = formStandsOn(PAGE);

/** Asks that what a provider's event posted be taken back, for a reason. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const done = await reverseEvent(services, { event_id: id, operator_id, reason });
  return redirect(`/admin/books/settlements/events/${id}?done=${done}`, 303);
});

export default RefusedAct;
