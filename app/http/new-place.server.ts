import type { RouterContextProvider } from "react-router";
import { clientAddressContext, proxyCountryContext, servicesContext } from "../context.ts";
import { mailNewPlace } from "../domain/auth/mailed-tokens.server.ts";

type Trx = Parameters<typeof mailNewPlace>[0];

/** The mail names browser and country, not the address. */
export function tellsOfPlace(request: Request, context: Readonly<RouterContextProvider>, user_id: string) {
  return async (trx: Trx): Promise<void> => {
    const services = context.get(servicesContext);
    const country =
      context.get(proxyCountryContext)?.toUpperCase() ??
      (await services.addressCountries(context.get(clientAddressContext)));
    const user_agent = request.headers.get("User-Agent") ?? "";
    const place = { user_agent, country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null };
    await mailNewPlace(trx, services, { user_id, place, now: services.clock() });
  };
}
