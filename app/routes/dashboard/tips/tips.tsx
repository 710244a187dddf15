import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import { servicesContext } from "../../../context.ts";
import { getMoney } from "../../../domain/payouts/requests/overview.server.ts";
import { listRequestsTo } from "../../../domain/refunds/refund-requests.server.ts";
import { listUnfinishedRefunds } from "../../../domain/refunds/refunds.server.ts";
import { findWantedDetails } from "../../../domain/sellers/seller-notices.server.ts";
import { listInbox, listReceivedTips } from "../../../domain/tips/received-tips.server.ts";
import { findThankYouText } from "../../../domain/tips/tip-replies.server.ts";
import { canReceive } from "../../../domain/users/viewer.ts";
import { readForm } from "../../../http/body.server.ts";
import { takeDone } from "../../../http/done-notes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { NextPage } from "../../../ui/components/data-table.tsx";
import { RefusedClick } from "../../../ui/components/form-errors.tsx";
import { PageTitle } from "../../../ui/components/page-title.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { sendClick } from "../../../ui/lost-connection.ts";
import type { Route } from "./+types/tips";
import { chooseNotifications, loadSide, markAllRead, shownGrowth, shownStop } from "./dashboard.server.ts";
import {
  AccountState,
  ArrivedTips,
  CHOICES,
  Empty,
  MoneyStrip,
  NotificationsChoice,
  RequestNotes,
  TaxDetailsNote,
  TipFilters,
  useHeldTips,
  useRowKeys,
} from "./dashboard-parts.tsx";
import { SideColumn } from "./side-column.tsx";
import { NOTIFICATIONS, READ_ALL, type Refusal, TipActs, TipRow } from "./tip-card.tsx";
import {
  addressOf,
  asksForNotifications,
  openTasks,
  type ShownTip,
  shownMoney,
  shownRequests,
  shownTip,
  tipAfter,
  tipFilter,
} from "./tips-page.server.ts";

const THANKS_NOTES = {
  thanked: "dashboard:reply.sent",
  kept: "dashboard:reply.kept",
  taken_back: "dashboard:reply.takenBack",
} as const;

/** docs/product.md, 5.7. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const filter = tipFilter(url);
  const after = tipAfter(url);
  const seen_at = clock().toISOString();
  const isInbox = !filter.only_new && filter.fan === "";
  const [{ tips, next, next_unread }, thankYou, money, asks, wanted] = await Promise.all([
    isInbox
      ? listInbox(db, viewer.id, after)
      : { ...(await listReceivedTips(db, viewer.id, { ...filter, after })), next_unread: null },
    findThankYouText(db, viewer.id),
    getMoney(db, viewer.id, viewer.currency),
    asksForNotifications(viewer, context),
    findWantedDetails(db, viewer.id, clock()),
  ]);
  const unfinished = await listUnfinishedRefunds(
    db,
    tips.map(({ id }) => id),
  );
  const requests = await listRequestsTo(db, viewer.id);
  const side = await loadSide(viewer, money, request, context);
  const done = await takeDone(request, context, ["thanked", "kept", "taken_back", "saved", "read"]);
  const thanked = tips.find(({ id }) => id === done?.subject)?.id ?? null;
  const { t } = getI18n(context);
  const choice = CHOICES.find((each) => each === done?.subject);
  const note =
    done === null
      ? null
      : done.act === "saved"
        ? choice && t(`dashboard:notifications.saved.${choice}`)
        : done.act === "read"
          ? t("dashboard:allRead")
          : t(THANKS_NOTES[done.act]);
  return {
    title: canReceive(viewer.status) ? t("dashboard:title") : t("drawer:home"),
    page: canReceive(viewer.status) ? viewer.username : null,
    state: openTasks(viewer),
    money: shownMoney(money, context),
    growth: await shownGrowth(viewer, context),
    taxes: wanted && { year: wanted.year, isReportable: wanted.state === "REPORTABLE" },
    stop: await shownStop(viewer, side.payout, context),
    side,
    asks,
    filter,
    seen_at,
    hasNew: viewer.latest_new_tip_id !== null,
    thanked,
    note: note ?? null,
    requests: shownRequests(requests, context),
    returnTo: addressOf(filter, after),
    tips: tips.map((tip) => shownTip(tip, context, thankYou, unfinished)),
    next: next === null ? null : addressOf(filter, next),
    nextNew: next_unread === null ? null : addressOf({ ...filter, only_new: true }, next_unread),
  };
}

export async function action(given: Route.ActionArgs) {
  const posted = await readForm(given.request);
  return posted.get("intent") === "notifications"
    ? await chooseNotifications(given, posted)
    : await markAllRead(given, posted);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await sendClick({ serverAction });
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("dashboard");
  const { filter, state, returnTo, title } = loaderData;
  useRowKeys();
  const held = useHeldTips({ page: returnTo, tips: loaderData.tips, seenAt: loaderData.seen_at });
  const choosing = useFetcher<Refusal>({ key: NOTIFICATIONS });
  const isReadingAll = useFetcher<Refusal>({ key: READ_ALL }).state !== "idle";
  const choice = CHOICES.find((each) => each === choosing.formData?.get("email_notifications"));
  const said = choice ? t(`notifications.saved.${choice}`) : isReadingAll ? t("allRead") : null;
  const note = said ?? (loaderData.thanked === null ? loaderData.note : null);
  const row = (tip: ShownTip) => (
    <TipRow key={tip.id} tip={tip} isOpen={tip.id === loaderData.thanked} returnTo={returnTo}>
      {tip.id === loaderData.thanked ? (
        <p className="note" role="status">
          {loaderData.note}
        </p>
      ) : null}
      <TipActs tip={tip} returnTo={returnTo} />
    </TipRow>
  );
  return (
    <div className="account-page paper">
      <PageTitle>{title}</PageTitle>
      <ArrivedTips tips={held.arrived} page={returnTo} onTakeUp={held.takeUp} />
      <DashboardTabs current="dashboard" />
      <Title order={1} className="dashboard-title">
        {title}
      </Title>
      <RefusedClick id="dashboard" refusal={actionData} />
      {note === null ? null : (
        <p className="note" role="status">
          {note}
        </p>
      )}
      {loaderData.stop ? (
        <p className="note">
          {loaderData.stop.words} <Link to={loaderData.stop.href}>{loaderData.stop.text}</Link>
        </p>
      ) : null}
      <RequestNotes requests={loaderData.requests} />
      {state !== null && !state.isOpen ? <AccountState {...state} /> : null}
      <div className="with-side">
        <div data-tip-list="" className="letters">
          <MoneyStrip money={loaderData.money} growth={loaderData.growth} />
          <TipFilters filter={filter} hasNew={loaderData.hasNew} seenAt={held.seenAt} page={returnTo} />
          {held.list.length === 0 ? <Empty filter={filter} page={loaderData.page} /> : null}
          <div className="letter-rows">{held.list.map(row)}</div>
          <NextPage href={loaderData.nextNew} text={t("moreNew")} />
          <NextPage href={loaderData.next} text={t("older")} />
          {held.list.length === 0 ? null : (
            <p className="letters-table">
              <a href={`/dashboard/tips/table${returnTo.slice("/dashboard".length)}`}>
                {t(filter.fan !== "" ? "exportFound" : filter.only_new ? "exportNew" : "export")}
              </a>
            </p>
          )}
        </div>
        {/* Second to the tips, which readers come for. */}
        <SideColumn {...loaderData.side}>
          {loaderData.taxes ? <TaxDetailsNote {...loaderData.taxes} /> : null}
          {loaderData.asks ? <NotificationsChoice page={returnTo} /> : null}
          {state?.isOpen ? <AccountState {...state} /> : null}
        </SideColumn>
      </div>
    </div>
  );
}
