import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { listNetworkStates, type NetworkState } from "../../domain/microblog/network-states.server.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import { divideHalfUp, formatAmount } from "../../domain/money/minor.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { named } from "../../ui/components/named.ts";
import { NETWORK_PAUSES } from "../../ui/components/network-names.ts";

const MILLS_A_CENT = 10n;

export async function shownNetworks(context: Readonly<RouterContextProvider>) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const dollars = (mills: number) =>
    formatAmount(Number(divideHalfUp(BigInt(mills), MILLS_A_CENT)), "USD", locale);
  const problemsOf = (state: NetworkState): string[] => {
    const { label: network, paused_until, pause_reason, lacks } = state;
    const why = named(NETWORK_PAUSES, pause_reason ?? "", (known) => t(`desk:networks.pauses.${known}`));
    return [
      ...(paused_until
        ? [t("desk:networks.paused", { network, until: formatMoment(paused_until, locale), why })]
        : []),
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
    since: state.oldest && formatMoment(state.oldest, locale),
    canTryAgain: state.paused_until !== null || state.put_off > 0,
  }));
}

function isFree({ budget_mills, spent_mills, lacks }: NetworkState): boolean {
  return budget_mills === 0 && spent_mills === 0 && !lacks;
}
