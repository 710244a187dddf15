import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { type FanPlace, listFans } from "../../domain/statistics/statistics.server.ts";
import { canReceive } from "../../domain/users/viewer.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { DataTable, figure, NextPage } from "../../ui/components/data-table.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { PageTitle } from "../../ui/components/page-title.tsx";
import { QrLink } from "../../ui/components/qr-link.tsx";
import { Title } from "../../ui/components/title.tsx";
import type { Route } from "./+types/fans";
import { FanTabs, SupporterTable, SupporterThanks } from "./supporter-parts.tsx";
import { loadSupporters, sendThanks } from "./supporters.server.ts";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const { locale, money } = formatsOf(context);
  const page = canReceive(viewer.status) ? viewer.username : null;
  if (url.searchParams.has("monthly"))
    return { page, fans: [], ...(await loadSupporters(viewer.id, context, url)) };
  const { fans, next } = await listFans(context.get(servicesContext).db, viewer.id, placeOf(url));
  return {
    page,
    ...{ supporters: null, thanks: null },
    fans: fans.map((fan, index) => ({
      key: `${index}`,
      name: fan.name,
      email: fan.email,
      isEverybodyElse: fan.is_everybody_else,
      tips: String(fan.tips_count),
      amount: money(fan.amount_minor, fan.currency),
      day: formatDay(fan.last_paid_at, locale),
    })),
    next: next && `/dashboard/fans?before=${encodeURIComponent(next.at.toISOString())}&skip=${next.skip}`,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return await sendThanks(request, context);
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

function placeOf(url: URL): FanPlace | null {
  const time = Date.parse(url.searchParams.get("before") ?? "");
  const skip = /^\d{1,6}$/.exec(url.searchParams.get("skip") ?? "")?.[0] ?? "0";
  // No tip is older than 1970, and PostgreSQL rejects extreme years.
  return time > 0 && time < 8e12 ? { at: new Date(time), skip: Number(skip) } : null;
}

export default function Fans({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("dashboard");
  const { fans, page, next, supporters, thanks } = loaderData;
  return (
    <div className="account-page paper">
      <PageTitle>{t("fans.title")}</PageTitle>
      <Title order={1}>{t("fans.title")}</Title>
      <FanTabs isMonthly={supporters !== null} />
      <section className="card">
        <p className="help">{t("fans.intro")}</p>
        {supporters === null ? (
          <DataTable
            caption={t("fans.title")}
            columns={[
              t("fans.name"),
              figure(t("fans.tips")),
              figure(t("fans.amount")),
              figure(t("fans.last")),
            ]}
            empty={page === null ? t("empty.later") : t("fans.empty")}
            rows={fans.map((fan) => ({
              key: fan.key,
              cells: [
                <span key="name">
                  {fan.name === null ? (
                    t(fan.isEverybodyElse ? "fans.everybodyElse" : "fans.nameless")
                  ) : (
                    <Link to={`/dashboard?fan=${encodeURIComponent(fan.name)}`}>{fan.name}</Link>
                  )}
                  {fan.email === null ? null : (
                    <small>
                      <NameParts text={fan.email} />
                    </small>
                  )}
                </span>,
                fan.tips,
                fan.amount,
                fan.day,
              ],
            }))}
          />
        ) : (
          <SupporterTable supporters={supporters} />
        )}
        <NextPage href={next} text={t("fans.more")} />
        {supporters === null && fans.length === 0 && page !== null ? (
          <div className="actions">
            <QrLink username={page} kind="second">
              {t("empty.qr")}
            </QrLink>
          </div>
        ) : null}
      </section>
      {thanks === null ? null : <SupporterThanks thanks={thanks} lastResult={actionData} />}
    </div>
  );
}
