import { redirect } from "react-router";
import { retryException } from "../../../domain/payments/payments.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/books/settlements/exceptions/:id";

export const loader = formStandsOn(PAGE);

/** Looks once more whether our books know by now what a provider's file told before them. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await retryException(services, { id, operator_id });
  return redirect(`/admin/books/settlements/exceptions/${id}?done=${done}`, 303);
});

export default RefusedAct;
