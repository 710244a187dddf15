import { redirect } from "react-router";
import { endSessionsOf } from "../../../domain/auth/auth.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/users/:id";

export const loader = formStandsOn(PAGE);

/** Signs somebody else out everywhere, operators too; it asks for no code, since it has to be quick. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await endSessionsOf(services, { user_id: id, operator_id });
  return redirect(`/admin/users/${id}?done=${done}`, 303);
});

export default RefusedAct;
