import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { listRateAges } from "../../domain/exchange-rates/rates.server.ts";
import { listNetworkStates, type NetworkState } from "../../domain/microblog/network-states.server.ts";
import { divideHalfUp, formatAmount } from "../../domain/money/minor.ts";
import { payableCurrencies } from "../../domain/payments/quote.server.ts";
import { NETWORK_PAUSES, named } from "../../ui/components/known-names.ts";
import { deskOf } from "./desk.server.ts";

const MILLS_A_CENT = 10n;

export async function shownNetworks(context: Readonly<RouterContextProvider>) {
  const { locale, t, moment } = deskOf(context);
  const dollars = (mills: number) =>
    formatAmount(Number(divideHalfUp(BigInt(mills), MILLS_A_CENT)), "USD", locale);
  const problemsOf = (state: NetworkState): string[] => {
    const { label: network, paused_until, pause_reason, lacks } = state;
    const why = named(NETWORK_PAUSES, pause_reason ?? "", (known) => t(`desk:networks.pauses.${known}`));
    return [
      ...(paused_until ? [t("desk:networks.paused", { network, until: moment(paused_until), why })] : []),
      ...(lacks ? [t(`desk:networks.lacks.${lacks}`, { network })] : []),
    ];
  };
  return (await listNetworkStates(context.get(servicesContext))).map((state) => ({
    ...state,
    spent: isFree(state)
      ? t("desk:networks.free")
      : t("desk:networks.spentOf", {
          spent: dollars(state.spent_mills),
          budget: dollars(state.budget_mills),
        }),
    problems: problemsOf(state),
    since: moment(state.oldest),
    canTryAgain: state.paused_until !== null || state.put_off > 0,
  }));
}

function isFree({ budget_mills, spent_mills, lacks }: NetworkState): boolean {
  return budget_mills === 0 && spent_mills === 0 && !lacks;
}

const NAMED = 5;

export async function shownRateAges(context: Readonly<RouterContextProvider>) {
  const { services, db, clock, t, day } = deskOf(context);
  const { providers, config } = services;
  const isFetched = config.REFERENCE_RATES_URL !== undefined;
  // A demo uses the shipped rates.
  const mustBeNew = isFetched || config.mode === "live";
  const payable = new Set(payableCurrencies(providers));
  const rates = (await listRateAges(db, clock())).map((rate) => ({
    ...rate,
    is_old: rate.is_old && mustBeNew && payable.has(rate.currency),
    is_payable: payable.has(rate.currency),
    of: day(rate.rate_date),
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
  return {
    isFetched,
    rates,
    old: named.length > 0 ? t("desk:rates.old", { rates: named.join(", ") }) : null,
  };
}
