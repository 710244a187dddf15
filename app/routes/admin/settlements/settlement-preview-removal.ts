import { redirect } from "react-router";
import { dropPreview } from "../../../domain/payments/payments.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/settlements/previews/:id";

export const loader = formStandsOn(PAGE);

/** Throws away what an operator has read of a provider and does not import. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  await dropPreview(services, { id, operator_id });
  return redirect("/admin/books/settlements?done=dropped", 303);
});

export default RefusedAct;
