import { redirect } from "react-router";
import { unfeatureCreator } from "../../../domain/users/users.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/featured";

export const loader = formStandsOn(PAGE);

/** Takes a creator off the top of the home page. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await unfeatureCreator(services, { user_id: id, operator_id });
  return redirect(`/admin/featured?done=${done}`, 303);
});

export default RefusedAct;
