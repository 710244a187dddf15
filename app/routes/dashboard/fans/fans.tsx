import { servicesContext } from "../../../context.ts";
import { type FanPlace, listFans } from "../../../domain/fans/fans.server.ts";
import { formatDay } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { canReceive } from "../../../domain/users/users.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { SecondLink } from "../../../ui/components/main-button.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/fans";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Who tipped, how often and how much, the latest first. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { fans, next } = await listFans(context.get(servicesContext).db, viewer.id, placeOf(url));
  return {
    title: getI18n(context).t("dashboard:fans.title"),
    page: canReceive(viewer.status) ? viewer.username : null,
    fans: fans.map((fan, index) => ({
      ...fan,
      key: `${index}`,
      amount: formatAmount(fan.amount_minor, fan.currency, locale),
      day: formatDay(fan.last_paid_at, locale),
    })),
    next: next && `/dashboard/fans?before=${encodeURIComponent(next.at.toISOString())}&skip=${next.skip}`,
  };
}

/** Where a page begins; what no page of ours links to begins at the first. */
function placeOf(url: URL): FanPlace | null {
  const time = Date.parse(url.searchParams.get("before") ?? "");
  const skip = /^\d{1,6}$/.exec(url.searchParams.get("skip") ?? "")?.[0] ?? "0";
  // No tip is from before 1970, and the database knows no year 200,000.
  return time > 0 && time < 8e12 ? { at: new Date(time), skip: Number(skip) } : null;
}

export default function Fans({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("dashboard");
  const { fans, page, next, title } = loaderData;
  return (
    <div className="account-page paper">
      <DashboardTabs current="fans" />
      <Title order={1}>{title}</Title>
      <section className="card">
        <p className="help">{t("fans.intro")}</p>
        <DataTable
          caption={title}
          columns={[
            t("fans.name"),
            { name: t("fans.tips"), isFigure: true },
            { name: t("fans.amount"), isFigure: true },
            { name: t("fans.last"), isFigure: true },
          ]}
          empty={page === null ? t("empty.later") : t("fans.empty")}
          rows={fans.map((fan) => ({
            key: fan.key,
            cells: [
              <span key="name">
                {fan.name === null ? (
                  t(fan.is_everybody_else ? "fans.everybodyElse" : "fans.nameless")
                ) : (
                  <a href={`/dashboard?fan=${encodeURIComponent(fan.name)}`}>{fan.name}</a>
                )}
                {fan.email === null ? null : (
                  <small>
                    <NameParts text={fan.email} />
                  </small>
                )}
              </span>,
              String(fan.tips_count),
              fan.amount,
              fan.day,
            ],
          }))}
        />
        <NextPage href={next} text={t("fans.more")} />
        {fans.length === 0 && page !== null ? (
          <div className="actions">
            <SecondLink href={`/${page}/qr`} data-dialog="500">
              {t("empty.qr")}
            </SecondLink>
          </div>
        ) : null}
      </section>
    </div>
  );
}
