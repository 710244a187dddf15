import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { type DebtFacts, findDebts } from "../../../domain/earnings/set-off.server.ts";
import { formatDay, formatRate } from "../../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import type { DebtOnPage } from "./debts-card.tsx";

export async function loadDebts(
  context: Readonly<RouterContextProvider>,
  creatorId: string,
): Promise<{ debts: DebtOnPage[]; held: Record<string, number | null> }> {
  const services = context.get(servicesContext);
  const needs_fresh_rate = services.config.mode === "live";
  const { debts, held } = await findDebts(services, { creator_id: creatorId, needs_fresh_rate });
  return { debts: debts.map((debt) => onPage(debt, getLocale(context))), held };
}

function onPage({ currency, owed_minor, offers, lacks_rate }: DebtFacts, locale: Locale): DebtOnPage {
  return {
    currency,
    owed: formatAmount(owed_minor, currency, locale),
    lacks_rate,
    offers: offers.map(({ from_currency, from_minor, debt_minor, rate, rate_date }) => ({
      ...{ from_currency, from_minor, debt_minor },
      from: formatAmount(from_minor, from_currency, locale),
      debt: formatAmount(debt_minor, currency, locale),
      rate: `1 ${currency} = ${formatRate(rate, locale)} ${from_currency}`,
      rate_date: formatDay(rate_date, locale),
    })),
  };
}
