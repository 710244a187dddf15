import { servicesContext } from "../context.ts";
import { saveSettings } from "../domain/accounts/accounts.server.ts";
import { payoutTypeChange } from "../domain/accounts/profile.schema.ts";
import { readCall, requireApiCreator, takes } from "../http/api.server.ts";
import { apiUser } from "../http/user-json.server.ts";
import type { Route } from "./+types/account-payout-type";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/account/payout-type: monthly or when the creator asks, to the bank or to Paxum. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  await saveSettings(db, viewer.id, await readCall(request, context, payoutTypeChange), clock());
  return await apiUser(context, viewer.id);
}
