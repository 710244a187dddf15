import { redirect } from "react-router";
import { retryMail } from "../../../domain/unsent-mails/unsent-mails.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/mails";

export const loader = formStandsOn(PAGE);

/** Has a mail sent again that could not be sent for days. */
export const action = takesPost(PAGE, async ({ services, ...given }) => {
  const isRetried = await retryMail(services, given);
  return redirect(`${PAGE}?done=${isRetried ? "retried" : "gone"}`, 303);
});

export default RefusedAct;
