import { redirect } from "react-router";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import { blockVoucher } from "../../../domain/vouchers/vouchers.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/vouchers/:id";

export const loader = formStandsOn(PAGE);

/** Locks a voucher, for a reason: nobody redeems it until the lock is taken back. */
export const action = takesForm(PAGE, lockForm, async ({ services, id, operator_id }, { reason }) => {
  const done = await blockVoucher(services, { voucher_id: id, operator_id, reason });
  return redirect(`/admin/vouchers/${id}?done=${done}`, 303);
});

export default RefusedAct;
