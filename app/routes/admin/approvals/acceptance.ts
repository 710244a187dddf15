import { redirect } from "react-router";
import { approve } from "../../../domain/approvals/approvals.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/approvals/:id";

export const loader = formStandsOn(PAGE);

/** Approves another operator's act, and carries it out. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const outcome = await approve(services, { id, operator_id });
  return redirect(`/admin/approvals/${id}?done=${outcome}`, 303);
});

export default RefusedAct;
