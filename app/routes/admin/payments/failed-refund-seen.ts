import { redirect } from "react-router";
import { seeRefundFailure } from "../../../domain/payments/payments.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payments/failed-refunds";

export const loader = formStandsOn(PAGE);

/** An operator has looked at a refund that failed after it was made. */
export const action = takesPost(PAGE, async ({ services, ...given }) => {
  const isSeen = await seeRefundFailure(services, given);
  return redirect(`${PAGE}?done=${isSeen ? "seen" : "gone"}`, 303);
});

export default RefusedAct;
