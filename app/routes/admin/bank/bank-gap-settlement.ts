import { redirect } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { settleBankGap } from "../../../domain/payouts/payouts.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/bank/gaps/:id";

export const loader = formStandsOn(PAGE);

/** An operator has found out why the balances of two statements differ, and says it. */
export const action = takesForm(PAGE, reasonForm, async ({ services, id, operator_id }, { reason }) => {
  const outcome = await settleBankGap(services, { id, operator_id, reason });
  return redirect(`/admin/books/bank?done=${outcome}`, 303);
});

export default RefusedAct;
