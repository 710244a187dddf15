import { servicesContext } from "../context.ts";
import { settingsChange } from "../domain/users/profile.schema.ts";
import { saveSettings } from "../domain/users/users.server.ts";
import { readCall, requireApiMember, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-settings";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/account/settings: any of the settings; amounts in the profile currency, null for none. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireApiMember(request, context);
  const schema = settingsChange(viewer.currency);
  const { min_payout, default_price_per_message, ...rest } = await readCall(request, context, schema);
  const amounts = {
    min_payout_minor: min_payout,
    default_price_per_message_minor: default_price_per_message,
  };
  await saveSettings(db, viewer.id, { ...rest, ...amounts }, clock());
  return await apiUser(context, viewer.id);
}
