import { redirect } from "react-router";
import { resendVoucher } from "../../../domain/vouchers/vouchers.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/vouchers/:id";

export const loader = formStandsOn(PAGE);

/** Sends the mail with the code once more, to the address that it was bought with. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await resendVoucher(services, { voucher_id: id, operator_id });
  return redirect(`/admin/vouchers/${id}?done=${done}`, 303);
});

export default RefusedAct;
