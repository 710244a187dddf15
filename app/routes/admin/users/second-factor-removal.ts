import { redirect } from "react-router";
import { resetSecondFactor } from "../../../domain/auth/auth.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/second-factor-removal";

const PAGE = "/admin/users/:id";

export const loader = formStandsOn(PAGE);

/** Takes the second factor away from a creator who has lost it. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const done = await resetSecondFactor(services, { user_id: id, operator_id });
  return redirect(`/admin/users/${id}?done=${done}`, 303);
}

export default RefusedAct;
