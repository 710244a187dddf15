import { servicesContext } from "../context.ts";
import { payoutTypeChange } from "../domain/users/profile.schema.ts";
import { saveSettings } from "../domain/users/users.server.ts";
import { readCall, requireApiCreator, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-payout-type";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/account/payout-type: monthly or when the creator asks, to the bank or to Paxum. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  await saveSettings(db, viewer.id, await readCall(request, context, payoutTypeChange), clock());
  return await apiUser(context, viewer.id);
}
