import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { listRateAges } from "../../domain/exchange-rates/rates.server.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { payableCurrencies } from "../../domain/payments/quote.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";

const NAMED = 5;

export async function shownRateAges(context: Readonly<RouterContextProvider>) {
  const { db, clock, providers, config } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const isFetched = config.REFERENCE_RATES_URL !== undefined;
  // A demo uses the shipped rates.
  const mustBeNew = isFetched || config.mode === "live";
  const payable = new Set(payableCurrencies(providers));
  const rates = (await listRateAges(db, clock())).map((rate) => ({
    ...rate,
    is_old: rate.is_old && mustBeNew && payable.has(rate.currency),
    is_payable: payable.has(rate.currency),
    of: formatDay(rate.rate_date, locale),
    age: rate.days === 0 ? t("desk:rates.today") : t("desk:rates.age", { count: rate.days }),
  }));
  const old = Map.groupBy(
    rates.filter((rate) => rate.is_old),
    ({ of }) => of,
  );
  const named = [...old].map(([of, those]) => {
    const { length: count } = those;
    const which =
      count > NAMED
        ? t("desk:rates.currencies", { count })
        : those.map(({ currency }) => currency).join(", ");
    return `${of} (${which})`;
  });
  const [newest] = rates.filter((rate) => rate.is_payable).sort((a, b) => a.days - b.days);
  return {
    isFetched,
    rates,
    newest: newest ? t("desk:rates.newest", { date: newest.of, age: newest.age }) : null,
    old: named.length > 0 ? t("desk:rates.old", { rates: named.join(", ") }) : null,
  };
}
