import { redirect } from "react-router";
import { unfeatureCreator } from "../../../domain/users/users.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/featured-removal";

const PAGE = "/admin/featured";

export const loader = formStandsOn(PAGE);

/** Takes a creator off the top of the home page. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const done = await unfeatureCreator(services, { user_id: id, operator_id });
  return redirect(`/admin/featured?done=${done}`, 303);
}

export default RefusedAct;
