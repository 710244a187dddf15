import { redirect } from "react-router";
import { lockedPayoutForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { payOutLocked } from "../../../domain/payouts/payouts.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { beginAct, formStandsOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/locked-payout";

const PAGE = "/admin/users/:id";

export const loader = formStandsOn(PAGE);

/** Requests a payout for a locked creator, who cannot. */
export async function action(asked: Route.ActionArgs) {
  const { services, id, operator_id, posted } = await beginAct(asked, PAGE);
  const form = parseForm(asked.request, asked.context, posted, lockedPayoutForm);
  if (!form.ok) return form.reply;
  const { outcome } = await payOutLocked(services, { user_id: id, operator_id, ...form.value });
  return redirect(`/admin/users/${id}?done=${outcome}`, 303);
}

export default RefusedAct;
