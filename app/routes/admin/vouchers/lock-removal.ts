import { redirect } from "react-router";
import { unblockVoucher } from "../../../domain/vouchers/vouchers.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/vouchers/:id";

export const loader = formStandsOn(PAGE);

/** Takes a voucher's lock back. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await unblockVoucher(services, { voucher_id: id, operator_id });
  return redirect(`/admin/vouchers/${id}?done=${done}`, 303);
});

export default RefusedAct;
