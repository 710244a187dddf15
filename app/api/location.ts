import { servicesContext } from "../context.ts";
import { listCountries } from "../domain/tax/tax.server.ts";
import { apiJson, takes } from "../http/api.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { likelyCountry } from "../http/likely-country.server.ts";
import type { Route } from "./+types/location";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/** GET /api/location: the country that the caller is probably in, as forms choose it beforehand; null for none of ours. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const likely = likelyCountry(request.headers, getLocale(context));
  const countries = await listCountries(context.get(servicesContext).db);
  const country = countries.find(({ iso_3166_1 }) => iso_3166_1 === likely);
  return apiJson({ data: { country_id: country?.id ?? null } });
}
