import { redirect } from "react-router";
import { featureCreator } from "../../../domain/users/users.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/featured-addition";

const PAGE = "/admin/featured";

export const loader = formStandsOn(PAGE);

/** Puts a creator on the home page, at the top. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const done = await featureCreator(services, { user_id: id, operator_id });
  return redirect(`/admin/featured?done=${done}`, 303);
}

export default RefusedAct;
