import { redirect } from "react-router";
import { reverseCorrection } from "../../../domain/corrections/corrections.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/corrections/:id";

export const loader = formStandsOn(PAGE);

/** Asks that a correcting entry be taken back, for a reason. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const done = await reverseCorrection(services, { correction_id: id, operator_id, reason });
  return redirect(`/admin/books/corrections/${id}?done=${done}`, 303);
});

export default RefusedAct;
