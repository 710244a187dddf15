import { servicesContext } from "../context.ts";
import { saveProfile } from "../domain/accounts/accounts.server.ts";
import { countryCall } from "../domain/accounts/profile.schema.ts";
import { isCountry } from "../domain/rates/rates.server.ts";
import { readCall, refuseField, requireApiCreator, takes } from "../http/api.server.ts";
import { apiUser } from "../http/user-json.server.ts";
import type { Route } from "./+types/account-country";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/account/country: the country that the creator lives in. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, reservedNames } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  const { country_id } = await readCall(request, context, countryCall);
  if (!(await isCountry(db, country_id)))
    return refuseField(context, "country_id", "errors.country.required");
  await saveProfile(db, viewer.id, { country_id }, reservedNames, clock());
  return await apiUser(context, viewer.id);
}
