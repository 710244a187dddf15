import { servicesContext } from "../context.ts";
import { currencyForm } from "../domain/users/profile.schema.ts";
import { setCurrency } from "../domain/users/users.server.ts";
import { apiRefusal, readCall, requireApiCreator, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-currency";
import { apiUser } from "./user-json.server.ts";

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
