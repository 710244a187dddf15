import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { businessDate } from "../../domain/calendar.ts";
import { formatCount, formatDay, formatShortDay } from "../../domain/money/formats.ts";
import { readTraffic } from "../../domain/tracking/traffic.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { DataTable, figure } from "../../ui/components/data-table.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { ColumnPlot } from "../../ui/components/plots.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/traffic";
import { deskOf } from "./desk.server.ts";
import { TableCard } from "./page-parts.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, locale, t } = deskOf(context);
  const { days, creators, pages, referrers, locales } = await readTraffic(db, businessDate(clock()));
  const shown = (rows: { name: string; views: number }[]) =>
    rows.map((row) => ({ ...row, views: formatCount(row.views, locale) }));
  return {
    title: t("traffic:title"),
    days: days.map(({ day, views, visitors }) => ({
      key: day,
      name: formatDay(day, locale),
      short: formatShortDay(day, locale),
      views,
      figure: formatCount(views, locale),
      visitors: formatCount(visitors, locale),
    })),
    creators: creators.map((row) => ({ ...row, views: formatCount(row.views, locale) })),
    pages: shown(pages),
    referrers: shown(referrers),
    locales: shown(locales),
  };
}

export default function Traffic({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("traffic");
  const { title, days, creators, pages, referrers, locales } = loaderData;
  return (
    <AdminPage title={title}>
      <p>{t("intro")}</p>
      <Card title={t("byDay")}>
        <ColumnPlot
          title={t("plot")}
          columns={days.map((day) => ({ ...day, parts: [day.views] }))}
          parts={[t("views")]}
        />
        <details>
          <summary>{t("asTable")}</summary>
          <DataTable
            caption={t("byDay")}
            columns={[t("day"), figure(t("views")), figure(t("visitors"))]}
            empty={t("empty")}
            rows={days
              .toReversed()
              .map((day) => ({ key: day.key, cells: [day.name, day.figure, day.visitors] }))}
          />
        </details>
      </Card>
      <SeenTable
        title={t("pages")}
        name={t("page")}
        rows={pages.map((row) => ({ ...row, shown: <code>{row.name}</code> }))}
      />
      <SeenTable
        title={t("creators")}
        name={t("creator")}
        rows={creators.map(({ id, username, views }) => ({
          name: id,
          views,
          shown: (
            <Link to={`/admin/users/${id}`}>
              <NameParts text={`@${username}`} />
            </Link>
          ),
        }))}
      />
      <SeenTable title={t("referrers")} name={t("referrer")} rows={referrers} />
      <SeenTable title={t("languages")} name={t("language")} rows={locales} />
    </AdminPage>
  );
}

function SeenTable({
  title,
  name,
  rows,
}: {
  title: string;
  name: string;
  rows: readonly { name: string; views: string; shown?: ReactElement }[];
}) {
  const { t } = useTranslation("traffic");
  return (
    <TableCard
      title={title}
      columns={[name, figure(t("views"))]}
      empty={t("empty")}
      rows={rows.map((row) => ({ key: row.name, cells: [row.shown ?? row.name, row.views] }))}
    />
  );
}
