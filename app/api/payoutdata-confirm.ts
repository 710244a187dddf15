import { servicesContext } from "../context.ts";
import { payoutCodeForm } from "../domain/payouts/destinations/payout-data.schema.ts";
import { confirmPayoutData, findPayoutData } from "../domain/payouts/payouts.server.ts";
import { apiJson, apiRefusal, readCall, refuseField, requireApiCreator, takes } from "../http/api.server.ts";
import { isId } from "../http/ids.ts";
import type { Route } from "./+types/payoutdata-confirm";
import { payoutDataJson } from "./payout-json.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/**
 * POST /api/payoutdata/{id}/confirm: the code of the mail; from then on the data waits for an operator. Another creator's
 * id, an old one and a wrong code are refused alike.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  const { code } = await readCall(request, context, payoutCodeForm);
  const outcome = isId(params.id)
    ? await confirmPayoutData(services, { user_id: viewer.id, id: params.id, code })
    : "void";
  if (outcome === "in_progress")
    return apiRefusal(context, { status: 409, code: "in_progress", text: "errors.payout.in_progress" });
  if (outcome !== "confirmed") return refuseField(context, "code", "errors.payout.code", "invalid_code");
  const { accepted, change } = await findPayoutData(services.db, viewer.id);
  const details = [change, accepted].find((each) => each?.id === params.id);
  if (!details) throw new Error(`payout data ${params.id} was confirmed and is not there`);
  return apiJson({ data: payoutDataJson(details) });
}
