import { servicesContext } from "../context.ts";
import { findPayout, requestWithdrawal, type WithdrawalRefusal } from "../domain/payouts/payouts.server.ts";
import { withdrawalCall } from "../domain/payouts/requests/payout.schema.ts";
import { apiJson, apiRefusal, readCall, requireApiCreator, takes } from "../http/api.server.ts";
import { payoutsWaitUntil } from "../http/email-undo-end.server.ts";
import type { Route } from "./+types/payout-request";
import { payoutJson } from "./payout-json.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** Whose matter a refusal is: the account's, the moment's, or the amount's. */
const STATUSES: Record<WithdrawalRefusal, number> = {
  not_active: 403,
  in_progress: 409,
  no_payout_data: 409,
  payout_data_pending: 409,
  address_changed: 409,
  currency_changed: 409,
  frozen: 409,
  below_minimum: 422,
  above_available: 422,
};

/** POST /api/payout/request: a withdrawal, of all that is available unless an amount is named. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  const values = { until: await payoutsWaitUntil(context, viewer.id) };
  const refuse = (reason: WithdrawalRefusal) =>
    apiRefusal(context, {
      status: STATUSES[reason],
      code: reason,
      text: "errors.payout.request",
      errors: { amount: [`errors.payout.${reason}`] },
      values,
    });
  if (viewer.status !== "ACTIVE") return refuse("not_active");
  const wish = await readCall(request, context, withdrawalCall(viewer.currency));
  const asked = { user_id: viewer.id, seen_currency: viewer.currency, ...wish };
  const outcome = await requestWithdrawal(services, asked);
  if (outcome.outcome === "refused") return refuse(outcome.reason);
  const payout = await findPayout(services.db, { user_id: viewer.id, payout_id: outcome.payout_id });
  if (!payout) throw new Error(`payout ${outcome.payout_id} was requested and is not there`);
  return apiJson({ data: payoutJson(payout, services.publicUrl) }, { status: 201 });
}
