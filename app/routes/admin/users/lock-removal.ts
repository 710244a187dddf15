import { redirect } from "react-router";
import { unlockAccount } from "../../../domain/auth/auth.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/users/:id";

export const loader = formStandsOn(PAGE);

/** Unlocks an account: it gets back the status it had before. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await unlockAccount(services, { user_id: id, operator_id });
  return redirect(`/admin/users/${id}?done=${done}`, 303);
});

export default RefusedAct;
