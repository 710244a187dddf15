import { redirect } from "react-router";
import { takePreview } from "../../../domain/payments/payments.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/settlements/previews/:id";

export const loader = formStandsOn(PAGE);

/** Imports what an operator has read of a provider and looked at. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const { outcome } = await takePreview(services, { id, operator_id });
  if (outcome === "changed") return redirect(`/admin/books/settlements/previews/${id}?done=changed`, 303);
  return redirect(`/admin/books/settlements?done=${outcome}`, 303);
});

export default RefusedAct;
