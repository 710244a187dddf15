import { redirect } from "react-router";
import { retryNews } from "../../../domain/payments/payments.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payments/unhandled";

export const loader = formStandsOn(PAGE);

/** Has a provider's news handled now instead of at its next time. */
export const action = takesPost(PAGE, async ({ services, ...given }) => {
  const isRetried = await retryNews(services, given);
  return redirect(`${PAGE}?done=${isRetried ? "retried" : "gone"}`, 303);
});

export default RefusedAct;
