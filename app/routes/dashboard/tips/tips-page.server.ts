import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext, settingsContext } from "../../../context.ts";
import { businessDate } from "../../../domain/calendar.ts";
import { formatDay, formatShortDay } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import type { CurrencyMoney } from "../../../domain/payouts/requests/overview.server.ts";
import type { OpenRequest } from "../../../domain/refunds/refund-requests.server.ts";
import type { UnfinishedRefund } from "../../../domain/refunds/refunds.server.ts";
import type { ReceivedTip } from "../../../domain/tips/received-tips.server.ts";
import { THANKED, thankYouFor } from "../../../domain/tips/reply.schema.ts";
import { canTakeBack, replyUnder } from "../../../domain/tips/tip-replies.server.ts";
import { cleanLine } from "../../../domain/typed-text.schema.ts";
import { findAccount } from "../../../domain/users/user.server.ts";
import { canReceive, checklistOf, type Viewer } from "../../../domain/users/viewer.ts";
import { formatsOf, textsIn } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { isDataRequest } from "../../../http/page-url.server.ts";
import { safeReturnPath } from "../../../http/preference-cookies.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { productRules } from "../../../product-rules.ts";
import { CHECKLIST_PAGES } from "../../../ui/components/checklist-pages.ts";

export function tipFilter(url: URL): { only_new: boolean; fan: string } {
  return {
    only_new: url.searchParams.get("show") === "new",
    fan: cleanLine(url.searchParams.get("fan") ?? "").slice(0, productRules.search_characters_maximum),
  };
}

export function tipAfter(url: URL): string | null {
  const after = url.searchParams.get("after");
  return isId(after) ? after : null;
}

export function addressOf(filter: { only_new: boolean; fan: string }, after: string | null): string {
  const query = new URLSearchParams();
  if (filter.only_new) query.set("show", "new");
  if (filter.fan !== "") query.set("fan", filter.fan);
  if (after !== null) query.set("after", after);
  return query.size === 0 ? LIST : `${LIST}?${query}`;
}

export function backToTip(returnTo: FormDataEntryValue | null, tipId: string): string {
  const own = `/dashboard/tips/${tipId}`;
  const target = safeReturnPath(returnTo, own);
  return target.split("?")[0] === own ? target : `${target}#tip-${tipId}`;
}

export function clickAnswer(request: Request, page: string, headers: HeadersInit = {}) {
  return isDataRequest(request) ? data(null, { headers }) : redirect(page, { status: 303, headers });
}

export function listBehind(url: URL, otherwise: string | null = null): string {
  const path = safeReturnPath(url.searchParams.get("return_to") ?? otherwise, LIST);
  return path === LIST || path.startsWith(`${LIST}?`) ? path : LIST;
}

const LIST = "/dashboard";

export function shownTip(
  tip: ReceivedTip,
  context: Readonly<RouterContextProvider>,
  thankYou: string | null,
  unfinished: readonly UnfinishedRefund[] = [],
) {
  const { locale, money, t } = formatsOf(context);
  const now = context.get(servicesContext).clock();
  const reply = replyUnder(rulesOf(context).content, tip);
  const lastReply = tip.replies.at(-1);
  const refunds = unfinished.filter(({ tip_id }) => tip_id === tip.id);
  const underWay = refunds.reduce(
    (sum, each) => (each.status === "REQUESTED" ? sum + each.tip_minor : sum),
    0,
  );
  const refunded = tip.refunded_minor - underWay;
  const { id, status, is_new, sender_name, sender_email, item_name, message, has_image } = tip;
  const monthly = tip.is_monthly ? t("dashboard:tip.eachMonth") : null;
  return {
    ...{ id, status, is_new, sender_name, sender_email, item_name, message, has_image, monthly },
    reply,
    thanks:
      reply === "possible" && tip.replies.length === 0
        ? thankYouFor(
            thankYou ??
              textsIn(
                tip.fan_locale,
                "dashboard",
                context.get(settingsContext),
              )("reply.ready", { name: THANKED }),
            tip.sender_name ?? "",
          )
        : "",
    can_take_back: lastReply !== undefined && canTakeBack(lastReply.created_at, now),
    amount: money(tip.amount_minor, tip.currency),
    refunded: tip.status === "REFUNDED" || refunded === 0 ? null : money(refunded, tip.currency),
    unfinished: refunds.map(({ id, status, tip_minor, currency, at }) => ({
      ...{ id, status, amount: money(tip_minor, currency), day: formatDay(at, locale) },
    })),
    day: formatDay(tip.paid_at, locale),
    shortDay: formatShortDay(businessDate(tip.paid_at), locale),
    kind: [
      ...(monthly === null ? [] : [monthly]),
      ...(item_name === null ? [] : [t("dashboard:tip.item", { item: item_name })]),
      ...(tip.is_voucher ? [t("dashboard:tip.voucher")] : []),
      ...(tip.group
        ? [
            t("dashboard:tip.group", {
              name: tip.group.name ?? t("grouplists:unnamed", { slug: tip.group.slug }),
            }),
          ]
        : []),
    ].join(" "),
    replies: tip.replies.map(({ created_at, message: words }) => ({
      ...{ key: created_at.toISOString(), message: words, day: formatDay(created_at, locale) },
    })),
  };
}

export function shownRequests(requests: readonly OpenRequest[], context: Readonly<RouterContextProvider>) {
  const { locale, money } = formatsOf(context);
  const now = context.get(servicesContext).clock();
  return requests.map(({ tip_id, sender_name, reason, until, currency, amount_minor }) => ({
    ...{ tip_id, sender_name, reason },
    ...{ amount: money(amount_minor, currency), until: formatDay(until, locale), isLate: until <= now },
  }));
}

export type ShownRequest = ReturnType<typeof shownRequests>[number];

export type ShownTip = ReturnType<typeof shownTip>;

export function shownMoney(money: readonly CurrencyMoney[], context: Readonly<RouterContextProvider>) {
  const { locale } = formatsOf(context);
  return money.map(({ currency, balances, maturing: [next] }) => {
    const show = (amount: number) => formatAmount(amount, currency, locale);
    return {
      currency,
      available: show(balances.creator_available),
      pending: balances.creator_pending === 0 ? null : show(balances.creator_pending),
      next: next ? { amount: show(next.amount_minor), day: formatDay(next.day, locale) } : null,
      owed: balances.creator_receivable === 0 ? null : show(balances.creator_receivable),
    };
  });
}

/** Null once all is done. Chargeback debt is shown with the money. */
export function openTasks(viewer: Viewer) {
  const checklist = checklistOf(viewer);
  const todo = CHECKLIST_PAGES.filter(([part]) => !["done", "in_review"].includes(checklist[part]));
  const isOpen = canReceive(viewer.status);
  return isOpen && todo.length === 0 ? null : { status: viewer.status, isOpen, todo };
}

export async function asksForNotifications(
  viewer: Viewer,
  context: Readonly<RouterContextProvider>,
): Promise<boolean> {
  if (viewer.status !== "ACTIVE") return false;
  const account = await findAccount(context.get(servicesContext).db, viewer.id);
  return account.email_notifications_chosen_at === null;
}
