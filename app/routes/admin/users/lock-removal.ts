import { redirect } from "react-router";
import { unlockAccount } from "../../../domain/auth/auth.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/lock-removal";

const PAGE = "/admin/users/:id";

export const loader = formStandsOn(PAGE);

/** Unlocks an account: it gets back the status it had before. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id } = await beginAct(asked, PAGE);
  const done = await unlockAccount(services, { user_id: id, operator_id });
  return redirect(`/admin/users/${id}?done=${done}`, 303);
}

export default RefusedAct;
