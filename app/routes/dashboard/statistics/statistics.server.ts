import type { LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { businessDate } from "../../../domain/calendar.ts";
import {
  countryName,
  formatCount,
  formatDay,
  formatMonth,
  formatPercent,
  formatShortDay,
  formatWeekday,
} from "../../../domain/money/formats.ts";
import { divideHalfUp, minor } from "../../../domain/money/minor.ts";
import { type MonthlyIncome, readMonthlyIncome } from "../../../domain/series/supporters.server.ts";
import { choosePeriod, PERIODS, periodBefore, periodQuery } from "../../../domain/statistics/periods.ts";
import {
  countFans,
  type FanFigures,
  type Figures,
  findFirstTipDay,
  listTipCurrencies,
  readStatistics,
  type Statistics,
  type Sum,
} from "../../../domain/statistics/statistics.server.ts";
import { canReceive } from "../../../domain/users/viewer.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { findReader } from "../../../http/reader.server.ts";

const BARS = 6;
const NAMED_DAYS = 7;

export interface ShownBar {
  key: string;
  name: string;
  figure: string;
  amount: number;
  soft: number;
  waiting: string | null;
  tips: number;
}

/** In the address's currency, else the creator's first. */
export async function loadStatistics({ request, context, url }: LoaderFunctionArgs) {
  const { clock } = context.get(servicesContext);
  const reader = await findReader(request, context);
  const viewer = await requireViewer(request, context);
  const currencies = await listTipCurrencies(reader, viewer.id, viewer.currency);
  const asked = url.searchParams.get("currency");
  const currency = currencies.find((each) => each === asked) ?? currencies[0];
  const first = currency ? await findFirstTipDay(reader, viewer.id, currency) : null;
  const page = viewer.username !== null && canReceive(viewer.status) ? viewer.username : null;
  if (!currency || first === null) return { path: url.pathname, page, shown: null };
  const today = businessDate(clock());
  const period = choosePeriod(periodQuery.parse(Object.fromEntries(url.searchParams)), { today, first });
  const before = periodBefore(period);
  const [found, fans, fansBefore, monthly] = await Promise.all([
    readStatistics(reader, { creator_id: viewer.id, currency, period, before }, clock()),
    countFans(reader, viewer.id, currency, before && period),
    before && countFans(reader, viewer.id, currency, before),
    readMonthlyIncome(reader, viewer.id, clock()),
  ]);
  const income = monthly.find((each) => each.currency === currency);
  const { locale } = formatsOf(context);
  return {
    path: url.pathname,
    page,
    shown: {
      ...{ currency, today, period },
      periods: PERIODS.map((name) => ({ name, query: `period=${name}&currency=${currency}` })),
      currencies: currencies.map((each) => ({ name: each, query: queryOf(url, each) })),
      days: { from: formatDay(period.from, locale), to: formatDay(period.to, locale) },
      table: `/dashboard/tips/table?${new URLSearchParams({ from: period.from, to: period.to })}`,
      figures: shownFigures(found, { fans, before: fansBefore }, context),
      monthly: income ? shownIncome(income, context) : null,
      plots: shownPlots(found, context),
    },
  };
}

function queryOf(url: URL, currency: string): string {
  const query = new URLSearchParams(url.searchParams);
  query.set("currency", currency);
  return query.toString();
}

function shownFigures(
  found: Statistics,
  fans: { fans: FanFigures; before: FanFigures | null },
  context: Readonly<RouterContextProvider>,
) {
  const { locale, t, money } = formatsOf(context);
  // Without tips there is nothing to compare with.
  const before = found.before && found.before.all.tips_count > 0 ? found.before : null;
  const amountOf = (read: (figures: Figures) => number, note: string | null) => ({
    ...{ value: money(read(found.figures), found.currency), note },
    ...beforeOf(read(found.figures), before && read(before), (each) => money(each, found.currency)),
  });
  const fansOf = (name: "new" | "returning", note: string | null) => ({
    ...{ value: formatCount(fans.fans[name], locale), note },
    ...beforeOf(fans.fans[name], (before && fans.before?.[name]) ?? null, (each) =>
      formatCount(each, locale),
    ),
  });
  const beforeOf = (now: number, before: number | null, say: (value: number) => string) => ({
    before: before === null ? null : t("statistics:before", { value: say(before) }),
    change:
      before && now !== before
        ? signed(
            formatPercent(Number(divideHalfUp(BigInt(now * 100), BigInt(before))) * 100 - 10_000, locale),
          )
        : null,
  });
  const { all, best_day } = found.figures;
  return {
    total: amountOf((each) => each.all.amount_minor, t("statistics:tips", { count: all.tips_count })),
    average: amountOf((each) => each.average_minor, null),
    best: amountOf((each) => each.best_day?.amount_minor ?? 0, best_day && formatDay(best_day.day, locale)),
    fresh: fansOf("new", null),
    returning: fansOf("returning", t("statistics:ofFans", { count: fans.fans.all })),
  };
}

function shownIncome(income: MonthlyIncome, context: Readonly<RouterContextProvider>) {
  const { locale, t, money } = formatsOf(context);
  return {
    income: money(income.active_minor, income.currency),
    active: t("statistics:monthly.active", { count: income.active_count }),
    fresh: formatCount(income.new_count, locale),
    kept: formatCount(income.kept_count, locale),
    ended: formatCount(income.ended_count, locale),
  };
}

function signed(percent: string): string {
  return percent.startsWith("-") ? percent.replace("-", "−") : `+${percent}`;
}

function shownPlots(found: Statistics, context: Readonly<RouterContextProvider>) {
  const { locale, t, money } = formatsOf(context);
  const bar = (key: string, name: string, sum: Sum, waiting = 0): ShownBar => ({
    key,
    name,
    figure: money(sum.amount_minor, found.currency),
    amount: sum.amount_minor,
    soft: waiting,
    waiting: waiting === 0 ? null : money(waiting, found.currency),
    tips: sum.tips_count,
  });
  const most = <Part extends Sum & { key: string }>(
    sums: readonly Part[],
    nameOf: (key: string, part: Part) => string,
  ): ShownBar[] => {
    const rest = sums.slice(BARS);
    const bars = sums.slice(0, BARS).map((sum) => bar(`of ${sum.key}`, nameOf(sum.key, sum), sum));
    if (rest.length === 0) return bars;
    const tips_count = rest.reduce((total, each) => total + each.tips_count, 0);
    const amount_minor = minor(rest.reduce((total, each) => total + each.amount_minor, 0));
    return [
      ...bars,
      bar("others", t("statistics:others", { count: rest.length }), { tips_count, amount_minor }),
    ];
  };
  const stepName = {
    day: (step: string) =>
      found.steps.length > NAMED_DAYS ? formatShortDay(step, locale) : formatWeekday(step, locale),
    month: (step: string) => formatMonth(step, locale),
    year: (step: string) => step,
  }[found.unit];
  return {
    hasWaiting: found.steps.some(({ waiting_minor }) => waiting_minor > 0),
    hasColumns: found.unit === "day" && found.steps.length > NAMED_DAYS,
    steps: found.steps.map((each) =>
      bar(each.step, stepName(each.step), each, Math.min(each.waiting_minor, each.amount_minor)),
    ),
    unit: found.unit,
    types: most(found.types, (key) => (isType(key) ? t(`tip:payment.types.${key}.name`) : key)),
    countries: most(found.countries, (key) => countryName(key, locale)),
    items: most(found.items, (key, { group }) => {
      if (group) return group.name ?? t("grouplists:unnamed", { slug: group.slug });
      return key === "" ? t("statistics:noItem") : key;
    }),
  };
}

const TYPES = ["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"] as const;

function isType(key: string): key is (typeof TYPES)[number] {
  return TYPES.some((type) => type === key);
}
