import { servicesContext } from "../context.ts";
import { leaveForGood } from "../domain/payouts/payouts.server.ts";
import { deletionCall } from "../domain/users/profile.schema.ts";
import {
  apiDone,
  apiRefusal,
  readCallIfAny,
  requireApiBudget,
  requireApiViewer,
  takes,
} from "../http/api.server.ts";
import { payoutsWaitUntil } from "../http/email-undo-end.server.ts";
import { closeSession } from "../http/sessions.server.ts";
import type { Route } from "./+types/account-delete-token";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/**
 * POST /api/account/delete/{token}: deletes the account for good, by the token of the mail to its owner. A remainder below
 * every minimum is in the way until `forfeit_balance` leaves it to the platform.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireApiViewer(request, context);
  await requireApiBudget(context, "link", "errors.api.too_often");
  const { forfeit_balance } = await readCallIfAny(request, context, deletionCall);
  const given = { user_id: viewer.id, token: params.token, forfeits: forfeit_balance === true };
  const outcome = await leaveForGood(context.get(servicesContext), given);
  if (outcome === "deleted")
    return apiDone(request.headers.has("Authorization") ? {} : await closeSession(context));
  if (outcome === "email_undo_open") {
    const values = { until: await payoutsWaitUntil(context, viewer.id) };
    return apiRefusal(context, { status: 409, code: outcome, text: "errors.deletion.email_undo", values });
  }
  return outcome === "link_void"
    ? apiRefusal(context, { status: 422, code: "invalid_token", text: "errors.deletion.void" })
    : apiRefusal(context, { status: 409, code: outcome, text: "errors.deletion.balance" });
}
