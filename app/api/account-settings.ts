import { servicesContext } from "../context.ts";
import { saveSettings } from "../domain/accounts/accounts.server.ts";
import { settingsChange } from "../domain/accounts/profile.schema.ts";
import { readCall, requireApiMember, takes } from "../http/api.server.ts";
import { apiUser } from "../http/user-json.server.ts";
import type { Route } from "./+types/account-settings";

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
