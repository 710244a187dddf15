import { servicesContext } from "../context.ts";
import { setCurrency } from "../domain/accounts/accounts.server.ts";
import { currencyForm } from "../domain/accounts/profile.schema.ts";
import { apiRefusal, readCall, requireApiCreator, takes } from "../http/api.server.ts";
import { apiUser } from "../http/user-json.server.ts";
import type { Route } from "./+types/account-currency";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/account/currency: the currency of the profile; old balances stay in theirs. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  const { currency } = await readCall(request, context, currencyForm);
  const outcome = await setCurrency(db, viewer.id, currency, clock());
  if (outcome === "in_progress") {
    const text = "errors.payout.in_progress";
    return apiRefusal(context, { status: 409, code: outcome, text, errors: { currency: [text] } });
  }
  return await apiUser(context, viewer.id);
}
