import { servicesContext } from "../context.ts";
import { currencyName } from "../domain/money/formats.ts";
import { currencyDigits, PROFILE_CURRENCIES } from "../domain/money/minor.ts";
import { payableCurrencies } from "../domain/payments/payments.server.ts";
import { apiFresh, takes } from "../http/api.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import type { Route } from "./+types/currencies";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/** GET /api/currencies: what fans can pay in, and which of it a profile can be kept in. */
export function loader({ request, context }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const currencies = payableCurrencies(context.get(servicesContext).providers).map((code) => ({
    code,
    name: currencyName(code, locale),
    digits: currencyDigits(code),
    profile: PROFILE_CURRENCIES.some((each) => each === code),
  }));
  return apiFresh(request, { data: currencies });
}
