import type { RouterContextProvider } from "react-router";
import { LANGUAGES } from "../../locales/index.ts";
import { clientAddressContext, proxyCountryContext, servicesContext } from "../context.ts";
import { listCountries } from "../domain/tax/countries.server.ts";
import { getLocale } from "./i18n.server.ts";

/**
 * Preselects by trusted proxy, address, or browser language. Neither stored nor logged; such pages are not
 * shared (docs/product.md, 9.15).
 */
export async function likelyCountry(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<string> {
  const { db, addressCountries } = context.get(servicesContext);
  const known = new Set((await listCountries(db)).map(({ iso_3166_1 }) => iso_3166_1));
  const guesses = [
    () => context.get(proxyCountryContext),
    () => addressCountries(context.get(clientAddressContext)),
    () => /(?:^|[,\s])[a-z]{2,3}-([A-Z]{2})\b/i.exec(request.headers.get("Accept-Language") ?? "")?.[1],
    () => new Intl.Locale(LANGUAGES[getLocale(context)].tag).region,
  ];
  for (const guess of guesses) {
    const country = (await guess())?.toUpperCase();
    if (country !== undefined && known.has(country)) return country;
  }
  return "";
}
