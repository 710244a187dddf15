import type { ReactElement } from "react";
import { servicesContext } from "../../../context.ts";
import { getMoney } from "../../../domain/payouts/payouts.server.ts";
import { listUnfinishedRefunds } from "../../../domain/refunds/refunds.server.ts";
import { findWantedDetails } from "../../../domain/sellers/sellers.server.ts";
import { listReceivedTips } from "../../../domain/tips/tips.server.ts";
import { canReceive } from "../../../domain/users/users.server.ts";
import { takeDone } from "../../../http/done-notes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { NextPage } from "../../../ui/components/data-table.tsx";
import { MainLink, SecondLink } from "../../../ui/components/main-button.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/tips";
import {
  AccountState,
  CHOICES,
  MoneyStrip,
  NotificationsChoice,
  TaxDetailsNote,
} from "./dashboard-parts.tsx";
import { loadSide } from "./side-column.server.ts";
import { SideColumn } from "./side-column.tsx";
import { TipActs, TipCard } from "./tip-card.tsx";
import { TipFilters } from "./tip-filters.tsx";
import {
  asksForNotifications,
  openTasks,
  type ShownTip,
  shownMoney,
  shownTip,
  tipAfter,
  tipFilter,
} from "./tips-page.server.ts";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Where a creator arrives: the tips like letters, the money above them, and what is left to do (docs/product.md, 5.7). */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const filter = tipFilter(url);
  const after = tipAfter(url);
  const seen_at = clock().toISOString();
  const [{ tips, next }, money, asks, wanted] = await Promise.all([
    listReceivedTips(db, viewer.id, { ...filter, after }),
    getMoney(db, viewer.id, viewer.currency),
    asksForNotifications(viewer, context),
    findWantedDetails(db, viewer.id, clock()),
  ]);
  const unfinished = await listUnfinishedRefunds(
    db,
    tips.map(({ id }) => id),
  );
  const done = takeDone(request, context, ["thanked", "kept", "saved", "read"]);
  // Said at the tip itself, where the page opens.
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
          : t(done.act === "kept" ? "dashboard:reply.kept" : "dashboard:reply.sent");
  return {
    title: canReceive(viewer.status) ? t("dashboard:title") : t("drawer:home"),
    // Whose page is not open to fans has nothing to share yet.
    page: canReceive(viewer.status) ? viewer.username : null,
    state: openTasks(viewer),
    money: shownMoney(money, context),
    taxes: wanted && { year: wanted.year, isReportable: wanted.state === "REPORTABLE" },
    side: await loadSide(viewer, money, request, context),
    asks,
    filter,
    seen_at,
    hasNew: viewer.latest_new_tip_id !== null,
    thanked,
    note: note ?? null,
    returnTo: addressOf(filter, after),
    tips: tips.map((tip) => shownTip(tip, context, unfinished)),
    next: next === null ? null : addressOf(filter, next),
  };
}

/** The dashboard with a filter and from a place on. */
function addressOf(filter: { only_new: boolean; fan: string }, after: string | null): string {
  const query = new URLSearchParams();
  if (filter.only_new) query.set("show", "new");
  if (filter.fan !== "") query.set("fan", filter.fan);
  if (after !== null) query.set("after", after);
  return query.size === 0 ? "/dashboard" : `/dashboard?${query}`;
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("dashboard");
  const { filter, tips, state, returnTo } = loaderData;
  const card = (tip: ShownTip) => (
    <TipCard key={tip.id} tip={tip} heading="h2">
      {tip.id === loaderData.thanked ? (
        <p className="note" role="status">
          {loaderData.note}
        </p>
      ) : null}
      <TipActs tip={tip} returnTo={returnTo} />
    </TipCard>
  );
  return (
    <div className="account-page paper">
      <DashboardTabs current="tips" />
      <Title order={1}>{loaderData.title}</Title>
      {loaderData.note === null || loaderData.thanked !== null ? null : (
        <p className="note" role="status">
          {loaderData.note}
        </p>
      )}
      {loaderData.side.payout.is_paused ? (
        <p className="note">
          {t("paused")} <a href="/account/settings">{t("resume")}</a>
        </p>
      ) : null}
      <TaxDetailsNote wanted={loaderData.taxes} />
      {state !== null && !state.isOpen ? <AccountState {...state} /> : null}
      <div className="with-side">
        <div data-tip-list="" className="letters">
          <MoneyStrip money={loaderData.money} />
          <TipFilters filter={filter} hasNew={loaderData.hasNew} seenAt={loaderData.seen_at} />
          {tips.length === 0 ? <Empty filter={filter} page={loaderData.page} /> : null}
          {tips.map(card)}
          <NextPage href={loaderData.next} text={t("older")} />
          {tips.length === 0 ? null : (
            <p className="letters-table">
              <a href={`/dashboard/tips/table${returnTo.slice("/dashboard".length)}`}>
                {t(filter.fan !== "" ? "exportFound" : filter.only_new ? "exportNew" : "export")}
              </a>
            </p>
          )}
        </div>
        {/* Beside the tips or below them: who opens the page wants to read those. */}
        <SideColumn {...loaderData.side}>
          {loaderData.asks ? <NotificationsChoice /> : null}
          {state?.isOpen ? <AccountState {...state} /> : null}
        </SideColumn>
      </div>
    </div>
  );
}

/** What to do where there is no tip to show. */
function Empty({
  filter,
  page,
}: {
  filter: { only_new: boolean; fan: string };
  /** The creator's own page, once fans can open it. */
  page: string | null;
}): ReactElement {
  const { t } = useTexts("dashboard");
  if (filter.fan !== "" || filter.only_new)
    return (
      <section className="card">
        <p>{filter.fan === "" ? t("empty.new") : t("empty.none", { fan: filter.fan })}</p>
        <p>
          <a href="/dashboard">{t("search.clear")}</a>
        </p>
      </section>
    );
  return (
    <section className="card">
      <Title order={2}>{t("empty.title")}</Title>
      {page === null ? (
        <p>{t("empty.later")}</p>
      ) : (
        <>
          <p>{t("empty.text")}</p>
          <div className="actions">
            <MainLink href={`/${page}`}>/{page}</MainLink>
            <SecondLink href={`/${page}/qr`} data-dialog="500">
              {t("empty.qr")}
            </SecondLink>
          </div>
        </>
      )}
    </section>
  );
}
