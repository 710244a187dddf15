import type { LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { type DebtFacts, findDebts } from "../../../domain/earnings/debts.server.ts";
import {
  bankReason,
  countryName,
  formatDay,
  formatMonth,
  formatRate,
} from "../../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import { findPayoutData } from "../../../domain/payouts/destinations/payout-data.server.ts";
import {
  type CurrencyMoney,
  getMoney,
  getPayoutSettings,
  isHolding,
  type ListedPayout,
  listOpenPayouts,
  listPayouts,
  nextPayoutDay,
} from "../../../domain/payouts/requests/overview.server.ts";
import { maskedDestinationOf, payoutPromise } from "../../../domain/payouts/requests/payout-fees.ts";
import { listMonthStatements } from "../../../domain/payouts/statements/month-statements.server.ts";
import { payoutsWaitUntil } from "../../../http/account-standing.server.ts";
import { takeDone } from "../../../http/done-notes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { OTHER_BALANCES } from "../../../ui/components/known-names.ts";
import { shownDirect } from "./direct-payouts.server.ts";

export interface DebtOnPage {
  currency: string;
  owed: string;
  offers: readonly {
    from_currency: string;
    from_minor: number;
    debt_minor: number;
    from: string;
    debt: string;
    rate: string;
    rate_date: string;
  }[];
  lacks_rate: boolean;
}

const DONE = ["saved", "requested", "set_off", "moved", "not_moved"] as const;

const DONE_TEXTS = {
  ...({ saved: "payouts:saved", requested: "payouts:requested", set_off: "payouts:debts.done" } as const),
  ...({ moved: "direct:choice.moved", not_moved: "direct:choice.not_moved" } as const),
};

export async function loadPayouts({ request, context, url }: LoaderFunctionArgs) {
  const { db, clock } = context.get(servicesContext);
  const rules = rulesOf(context);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  // No payout is older than 1970, and PostgreSQL rejects extreme years.
  const before = Date.parse(url.searchParams.get("before") ?? "");
  const [money, settings, details, history, open, months, waitsUntil, owing] = await Promise.all([
    getMoney(db, viewer.id, viewer.currency),
    getPayoutSettings({ db, clock, rules }, viewer.id),
    findPayoutData(db, viewer.id),
    listPayouts(db, viewer.id, { before: before > 0 ? new Date(before) : null }),
    listOpenPayouts(db, viewer.id),
    listMonthStatements(db, viewer.id),
    payoutsWaitUntil(context, viewer.id),
    loadDebts(context, viewer.id),
  ]);
  const masked_account = maskedDestinationOf(settings.payout_method, details.accepted);
  const isDataPending = details.change?.status === "PENDING";
  const { t } = getI18n(context);
  const isDirect = settings.money_model === "DIRECT";
  const holds = isHolding(money) || open.length > 0;
  const is_direct = isDirect && !holds;
  const done = (await takeDone(request, context, DONE))?.act ?? null;
  return {
    locale,
    done: done && t(DONE_TEXTS[done]),
    debts: owing.debts,
    direct: await shownDirect(context, viewer.id, { isHolding: isDirect && holds }),
    isHeld: !is_direct,
    money: money
      .filter((each) => !isDirect || isHolding([each]))
      .map((each) => shownMoney(each, owing.held[each.currency] ?? 0, locale)),
    automatic: {
      isMonthly: settings.payout_type_id === 1,
      method: settings.payout_method,
      minimum: formatAmount(settings.automatic_minimum_minor, settings.currency, locale),
      masked_account,
      promise: payoutPromise({ ...settings, masked_account, isDataPending, is_direct }),
      nextDay: formatDay(nextPayoutDay(clock(), { ...settings, payout_day: rules.payout.day }), locale),
    },
    waitsUntil,
    payouts: history.payouts.map((each) => ({
      ...shownPayout(each, locale),
      failure_reason: bankReason(each.failure_reason, (code) => t(`bankCodes:${code}`)),
    })),
    open: open.map(({ id, amount_minor, currency, requested_at, status }) => ({
      id,
      amount: formatAmount(amount_minor, currency, locale),
      day: formatDay(requested_at, locale),
      status,
    })),
    months: months.map(({ month, currency }) => ({ month, currency, name: formatMonth(month, locale) })),
    next: history.next ? `${url.pathname}?before=${encodeURIComponent(history.next.toISOString())}` : null,
  };
}

function shownMoney({ currency, balances, maturing }: CurrencyMoney, held_minor: number, locale: Locale) {
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const rest = OTHER_BALANCES.filter((code) => balances[code] !== 0);
  return {
    currency,
    available: show(balances.creator_available),
    isAvailable: balances.creator_available > 0,
    held: held_minor > 0 ? show(held_minor) : null,
    rest: rest.map((code) => ({ code, amount: show(balances[code]) })),
    maturing: maturing.map(({ day, amount_minor }) => ({
      day: formatDay(day, locale),
      amount: show(amount_minor),
    })),
  };
}

function shownPayout(payout: ListedPayout, locale: Locale) {
  const { id, currency, payout_type, status, statement_number, cancellation_number } = payout;
  const show = (amount: number) => formatAmount(amount, currency, locale);
  return {
    ...{ id, payout_type, status, statement_number, cancellation_number },
    day: formatDay(payout.requested_at, locale),
    gross: show(payout.amount_minor),
    fee: show(payout.fee_minor),
    net: show(payout.net_minor),
    countries: (payout.country_overview ?? []).map(
      ({ country, amount_minor }) => `${countryName(country, locale)} ${show(amount_minor)}`,
    ),
  };
}

async function loadDebts(
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
