import type { RouterContextProvider } from "react-router";
import { LANGUAGES } from "../../locales/index.ts";
import { clientAddressContext, proxyCountryContext, servicesContext } from "../context.ts";
import { listCountries } from "../domain/tax/countries.server.ts";
import { getLocale } from "./i18n.server.ts";

/**
 * The country that a visitor is probably in, by its two letters, to save a choice (docs/product.md, 9.15): what a trusted
 * proxy says, else the country of the address, else the region of the browser's first language that names one, else that of
 * the page's own. One that is not on our list is passed over. It is neither stored nor logged, and an answer that shows
 * it is kept for nobody else.
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
