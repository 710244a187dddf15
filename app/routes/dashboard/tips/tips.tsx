import type { ReactElement } from "react";
import { servicesContext } from "../../../context.ts";
import { listReceivedTips } from "../../../domain/tips/tips.server.ts";
import { canReceive } from "../../../domain/users/users.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { NextPage } from "../../../ui/components/data-table.tsx";
import { MainLink, SecondLink } from "../../../ui/components/main-button.tsx";
import { SearchForm } from "../../../ui/components/search-form.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/tips";
import { AccountState, MoneyStrip, NotificationsChoice } from "./dashboard-parts.tsx";
import { TipActs, TipCard } from "./tip-card.tsx";
import {
  asksForNotifications,
  openTasks,
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
  const [{ tips, next }, money, asks] = await Promise.all([
    listReceivedTips(db, viewer.id, { ...filter, after }),
    shownMoney(viewer, context),
    asksForNotifications(viewer, context),
  ]);
  const { t } = getI18n(context);
  return {
    title: canReceive(viewer.status) ? t("dashboard:title") : t("drawer:home"),
    // Whose page is not open to fans has nothing to share yet.
    page: canReceive(viewer.status) ? viewer.username : null,
    state: openTasks(viewer),
    money,
    asks,
    filter,
    seen_at,
    hasNew: viewer.latest_new_tip_id !== null,
    note: url.searchParams.has("thanked")
      ? t("dashboard:reply.sent")
      : url.searchParams.has("saved")
        ? t("dashboard:notifications.saved")
        : null,
    returnTo: addressOf(filter, after),
    tips: tips.map((tip) => shownTip(tip, context)),
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
  return (
    <div className="account-page">
      <DashboardTabs current="tips" />
      <Title order={1}>{loaderData.title}</Title>
      {loaderData.note === null ? null : (
        <p className="note" role="status">
          {loaderData.note}
        </p>
      )}
      {state === null ? null : <AccountState {...state} />}
      {loaderData.asks ? <NotificationsChoice /> : null}
      <div data-tip-list="" className="letters">
        <MoneyStrip money={loaderData.money} />
        <div className="letter-filters">
          <nav className="tabs" aria-label={t("filter.label")}>
            <Filter href="/dashboard" isCurrent={!filter.only_new}>
              {t("filter.all")}
            </Filter>
            <Filter href="/dashboard?show=new" isCurrent={filter.only_new}>
              {t("filter.fresh")}
            </Filter>
          </nav>
          {loaderData.hasNew ? (
            <form method="post" action="/dashboard/tips/read">
              <input type="hidden" name="seen_at" value={loaderData.seen_at} />
              <button type="submit" className="plain-button">
                {t("readAll")}
              </button>
            </form>
          ) : null}
          <details className="more" open={filter.fan !== ""}>
            <summary>{t("search.title")}</summary>
            <SearchForm
              action="/dashboard"
              name="fan"
              label={t("search.label")}
              words={filter.fan}
              go={t("search.go")}
            >
              {filter.only_new ? <input type="hidden" name="show" value="new" /> : null}
            </SearchForm>
          </details>
        </div>
        {tips.length === 0 ? <Empty filter={filter} page={loaderData.page} /> : null}
        {tips.map((tip) => (
          <TipCard key={tip.id} tip={tip} heading="h2">
            <TipActs tip={tip} returnTo={returnTo} />
          </TipCard>
        ))}
        <NextPage href={loaderData.next} text={t("older")} />
        {tips.length === 0 ? null : (
          <p>
            <a href={`/dashboard/tips/table${returnTo.slice("/dashboard".length)}`}>{t("export")}</a>
          </p>
        )}
      </div>
    </div>
  );
}

function Filter({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <a href={href} {...(isCurrent ? { "aria-current": "page" as const } : {})}>
      {children}
    </a>
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
            <SecondLink href={`/${page}/qr`}>{t("empty.qr")}</SecondLink>
          </div>
        </>
      )}
    </section>
  );
}
