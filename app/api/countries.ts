import { servicesContext } from "../context.ts";
import { countryName } from "../domain/money/formats.ts";
import { listCountries } from "../domain/tax/tax.server.ts";
import { apiFresh, takes } from "../http/api.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import type { Route } from "./+types/countries";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/** GET /api/countries: all of them, by their names in the caller's language. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const countries = await listCountries(context.get(servicesContext).db);
  const named = countries.map(({ id, iso_3166_1 }) => ({
    id,
    iso_3166_1,
    name: countryName(iso_3166_1, locale),
  }));
  return apiFresh(request, { data: named.sort((a, b) => a.name.localeCompare(b.name, locale)) });
}
