import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { businessDate } from "../../../domain/calendar.ts";
import { formatCount, formatDay, formatShortDay } from "../../../domain/money/formats.ts";
import { readTraffic } from "../../../domain/tracking/traffic.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { ColumnPlot } from "../../../ui/components/column-plot.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/traffic";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const locale = getLocale(context);
  const { days, creators, pages, referrers, locales } = await readTraffic(db, businessDate(clock()));
  const shown = (rows: { name: string; views: number }[]) =>
    rows.map((row) => ({ ...row, views: formatCount(row.views, locale) }));
  return {
    title: getI18n(context).t("traffic:title"),
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
            columns={[
              t("day"),
              { name: t("views"), isFigure: true },
              { name: t("visitors"), isFigure: true },
            ]}
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
}): ReactElement {
  const { t } = useTranslation("traffic");
  return (
    <Card title={title}>
      <DataTable
        caption={title}
        columns={[name, { name: t("views"), isFigure: true }]}
        empty={t("empty")}
        rows={rows.map((row) => ({ key: row.name, cells: [row.shown ?? row.name, row.views] }))}
      />
    </Card>
  );
}
