import { redirect } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { settleBankException } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/bank/exceptions/:id";

export const loader = formStandsOn(PAGE);

/** An operator has found out what a booking was, and says it. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const outcome = await settleBankException(services, { entry_id: id, operator_id, reason });
  return redirect(`/admin/books/bank?done=${outcome}`, 303);
});

export default RefusedAct;
