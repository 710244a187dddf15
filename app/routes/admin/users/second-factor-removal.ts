import { redirect } from "react-router";
import { resetSecondFactor } from "../../../domain/auth/auth.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/users/:id";

export const loader = formStandsOn(PAGE);

/** Takes the second factor away from a creator who has lost it. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await resetSecondFactor(services, { user_id: id, operator_id });
  return redirect(`/admin/users/${id}?done=${done}`, 303);
});

export default RefusedAct;
