import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { countryName, formatDay, formatMonth, formatWeekday } from "../../../domain/money/formats.ts";
import { formatAmount, minor } from "../../../domain/money/minor.ts";
import {
  listTipCurrencies,
  readStatistics,
  type Statistics,
  type Sum,
} from "../../../domain/statistics/statistics.server.ts";
import { canReceive } from "../../../domain/users/viewer.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { findReader } from "../../../http/reader.server.ts";

const BARS = 8;

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
export async function loadStatistics(request: Request, context: Readonly<RouterContextProvider>) {
  const url = new URL(request.url);
  const { clock } = context.get(servicesContext);
  const reader = await findReader(request, context);
  const viewer = await requireViewer(request, context);
  const currencies = await listTipCurrencies(reader, viewer.id, viewer.currency);
  const asked = url.searchParams.get("currency");
  const currency = currencies.find((each) => each === asked) ?? currencies[0];
  const found = currency ? await readStatistics(reader, viewer.id, currency, clock()) : null;
  return {
    path: url.pathname,
    page: viewer.username !== null && canReceive(viewer.status) ? viewer.username : null,
    currencies,
    shown: found ? shownStatistics(found, context) : null,
  };
}

function shownStatistics(found: Statistics, context: Readonly<RouterContextProvider>) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const money = (amount: number) => formatAmount(minor(amount), found.currency, locale);
  const bar = (key: string, name: string, sum: Sum, waiting = 0): ShownBar => ({
    key,
    name,
    figure: money(sum.amount_minor),
    amount: sum.amount_minor,
    soft: waiting,
    waiting: waiting === 0 ? null : money(waiting),
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
  return {
    currency: found.currency,
    hasWaiting: found.months.some(({ waiting_minor }) => waiting_minor > 0),
    figures: {
      thisMonth: {
        value: money(found.this_month.amount_minor),
        note: t("statistics:tips", { count: found.this_month.tips_count }),
      },
      average: {
        value: money(found.average_minor),
        note: t("statistics:tips", { count: found.all.tips_count }),
      },
      best: {
        value: money(found.best_day?.amount_minor ?? 0),
        note: found.best_day ? formatDay(found.best_day.day, locale) : null,
      },
      returning: {
        value: `${found.fans.returning}`,
        note: t("statistics:ofFans", { count: found.fans.all }),
      },
    },
    plots: {
      months: found.months.map((each) =>
        bar(
          each.month,
          formatMonth(each.month, locale),
          each,
          Math.min(each.waiting_minor, each.amount_minor),
        ),
      ),
      week: found.week.map((each) => bar(each.day, formatWeekday(each.day, locale), each)),
      types: most(found.types, (key) => (isType(key) ? t(`tip:payment.types.${key}.name`) : key)),
      countries: most(found.countries, (key) => countryName(key, locale)),
      items: most(found.items, (key, { group }) => {
        if (group) return group.name ?? t("grouplists:unnamed", { slug: group.slug });
        return key === "" ? t("statistics:noItem") : key;
      }),
    },
  };
}

const TYPES = ["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"] as const;

function isType(key: string): key is (typeof TYPES)[number] {
  return TYPES.some((type) => type === key);
}
