import { servicesContext } from "../context.ts";
import { isCountry } from "../domain/tax/tax.server.ts";
import { countryCall } from "../domain/users/profile.schema.ts";
import { saveProfile } from "../domain/users/users.server.ts";
import { readCall, refuseField, requireApiCreator, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-country";
import { apiUser } from "./user-json.server.ts";

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
