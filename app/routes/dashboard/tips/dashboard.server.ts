import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatChange, formatDay, formatShortDay, formatWeekday } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { findPayoutData } from "../../../domain/payouts/destinations/payout-data.server.ts";
import {
  type CurrencyMoney,
  expectedPayout,
  getPayoutSettings,
  isHolding,
  nextPayoutDay,
} from "../../../domain/payouts/requests/overview.server.ts";
import { maskedDestinationOf, payoutPromise } from "../../../domain/payouts/requests/payout-fees.ts";
import { readMonthlyIncome } from "../../../domain/series/supporters.server.ts";
import { readGrowth, readWeek } from "../../../domain/statistics/statistics.server.ts";
import { readAllForm } from "../../../domain/tips/tip.schema.ts";
import { markAllTipsRead } from "../../../domain/tips/tip-replies.server.ts";
import { notificationsForm } from "../../../domain/users/settings.schema.ts";
import { saveSettings } from "../../../domain/users/settings.server.ts";
import { canReceive, type Viewer } from "../../../domain/users/viewer.ts";
import { shownLack } from "../../../http/connected-account-words.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { hasShared } from "../../../http/preference-cookies.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import type { Route } from "./+types/tips";
import { addressOf, clickAnswer, tipAfter, tipFilter } from "./tips-page.server.ts";

export async function chooseNotifications({ request, context, url }: Route.ActionArgs, posted: FormData) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, posted, notificationsForm);
  if (!form.ok) return form.reply;
  await saveSettings(db, viewer.id, form.value, clock());
  return clickAnswer(
    request,
    pageOf(url),
    await doneHeaders(context, "saved", form.value.email_notifications),
  );
}

/** Only tips that the page has shown. */
export async function markAllRead({ request, context, url }: Route.ActionArgs, posted: FormData) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, posted, readAllForm);
  if (!form.ok) return form.reply;
  const now = clock();
  const seen_at = form.value.seen_at < now ? form.value.seen_at : now;
  await markAllTipsRead(db, { creator_id: viewer.id, seen_at, now });
  return clickAnswer(request, pageOf(url), await doneHeaders(context, "read"));
}

function pageOf(url: URL): string {
  return addressOf(tipFilter(url), tipAfter(url));
}

export async function loadSide(
  viewer: Viewer,
  money: readonly CurrencyMoney[],
  request: Request,
  context: Readonly<RouterContextProvider>,
) {
  const [week, payout] = await Promise.all([shownWeek(viewer, context), shownPayout(viewer, money, context)]);
  const { publicUrl } = context.get(servicesContext);
  return {
    week,
    payout,
    share:
      canReceive(viewer.status) && viewer.username !== null
        ? {
            url: `${publicUrl}/${viewer.username}`,
            username: viewer.username,
            canPost: viewer.status === "ACTIVE" && viewer.is_email_verified,
            hasShared: hasShared(request.headers.get("Cookie")),
          }
        : null,
  };
}

export type Side = Awaited<ReturnType<typeof loadSide>>;

async function shownWeek(viewer: Viewer, context: Readonly<RouterContextProvider>) {
  const { db, clock } = context.get(servicesContext);
  const { locale, t, money } = formatsOf(context);
  const [{ days, all }, monthly] = await Promise.all([
    readWeek(db, viewer.id, viewer.currency, clock()),
    readMonthlyIncome(db, viewer.id, clock()),
  ]);
  const show = (amount: number) => money(amount, viewer.currency);
  return {
    sum: show(all.amount_minor),
    tips: t("dashboard:side.tips", { count: all.tips_count }),
    monthly: monthly
      .filter(({ active_count }) => active_count > 0)
      .map(({ active_minor, currency }) =>
        t("statistics:monthly.onDashboard", { sum: money(active_minor, currency) }),
      ),
    bars: days.map(({ day, amount_minor }) => ({
      key: day,
      name: formatWeekday(day, locale),
      figure: show(amount_minor),
      amount: amount_minor,
    })),
  };
}

export async function shownGrowth(viewer: Viewer, context: Readonly<RouterContextProvider>) {
  const { db, clock } = context.get(servicesContext);
  const { locale, money } = formatsOf(context);
  const growth = await readGrowth(db, viewer.id, viewer.currency, clock());
  const { until, this_minor, before_minor } = growth;
  return {
    sum: money(this_minor, viewer.currency),
    before: money(before_minor, viewer.currency),
    until: formatShortDay(until, locale),
    change: before_minor === 0 ? null : formatChange((this_minor - before_minor) / before_minor, locale),
  };
}

export async function shownStop(
  viewer: Viewer,
  { is_paused }: Pick<Side["payout"], "is_paused">,
  context: Readonly<RouterContextProvider>,
) {
  const { t } = formatsOf(context);
  if (is_paused) return { words: t("direct:paused"), href: "/account/settings", text: t("direct:resume") };
  return canReceive(viewer.status) ? await shownLack(context, viewer.id) : null;
}

async function shownPayout(
  viewer: Viewer,
  money: readonly CurrencyMoney[],
  context: Readonly<RouterContextProvider>,
) {
  const { db, clock } = context.get(servicesContext);
  const { locale } = formatsOf(context);
  const rules = rulesOf(context);
  const [settings, details] = await Promise.all([
    getPayoutSettings({ db, clock, rules }, viewer.id),
    findPayoutData(db, viewer.id),
  ]);
  const masked_account = maskedDestinationOf(settings.payout_method, details.accepted);
  const isDataPending = details.change?.status === "PENDING";
  const is_direct = settings.money_model === "DIRECT" && !isHolding(money);
  const promise = payoutPromise({ ...settings, masked_account, isDataPending, is_direct });
  const day = nextPayoutDay(clock(), { ...settings, payout_day: rules.payout.day });
  const least = settings.automatic_minimum_minor;
  const shown = money.map((each) => ({ currency: each.currency, amount: expectedPayout(each, day) }));
  const due = shown.filter(({ amount }) => amount >= least);
  const own = shown.find(({ currency }) => currency === viewer.currency)?.amount ?? 0;
  return {
    promise,
    is_paused: settings.is_paused,
    day: formatDay(day, locale),
    minimum: formatAmount(least, viewer.currency, locale),
    due: due.map(({ currency, amount }) => formatAmount(amount, currency, locale)),
    missing: formatAmount(Math.max(0, least - own), viewer.currency, locale),
  };
}
