import { redirect } from "react-router";
import { findTipReceiver, takeOffPage } from "../../../domain/tips/tips.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/tips/:id";

export const loader = formStandsOn(PAGE);

/** Takes the sender of a tip off its creator's page. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await takeOffPage(services.db, { by: "OPERATOR", tip_id: id, operator_id }, services.clock());
  const creator = await findTipReceiver(services.db, id);
  return redirect(creator === null ? "/admin/users" : `/admin/users/${creator}/page?done=${done}`, 303);
});

export default RefusedAct;
