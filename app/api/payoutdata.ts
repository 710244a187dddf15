import { servicesContext } from "../context.ts";
import { payoutDataForm } from "../domain/payouts/destinations/payout-data.schema.ts";
import { requestPayoutData } from "../domain/payouts/payouts.server.ts";
import { listCountries } from "../domain/tax/tax.server.ts";
import {
  apiJson,
  apiRefusal,
  readCall,
  requireApiBudget,
  requireApiCreator,
  takes,
} from "../http/api.server.ts";
import type { Route } from "./+types/payoutdata";
import { refuseStale } from "./api-owner.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/payoutdata: where the money is to go from now on; the code that confirms it goes out by mail. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  const countries = await listCountries(services.db);
  const countryOf = (id: number) => countries.find((each) => each.id === id)?.iso_3166_1 ?? null;
  const details = await readCall(request, context, payoutDataForm(countryOf), "errors.payout.data");
  await requireApiBudget(context, "payout_data", "errors.payout.data", viewer.id);
  const bank_country = details.bank_country_id === null ? null : countryOf(details.bank_country_id);
  const asker = { session_id: viewer.session_id };
  const given = { user_id: viewer.id, details, bank_country, asker };
  const outcome = await requestPayoutData(services, given).catch(refuseStale(context));
  if (outcome.outcome === "code_sent") return apiJson({ data: { id: outcome.id } }, { status: 201 });
  if (outcome.reason === "in_progress") {
    const errors = { "": ["errors.payout.in_progress"] };
    return apiRefusal(context, { status: 409, code: "in_progress", text: "errors.payout.data", errors });
  }
  const errors = { [outcome.field]: ["errors.payout.owner"] };
  return apiRefusal(context, { status: 422, code: "owner", text: "errors.payout.data", errors });
}
