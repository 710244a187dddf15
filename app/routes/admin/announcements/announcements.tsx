import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { listAnnouncements } from "../../../domain/announcements/announcements.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/announcements";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const now = clock();
  const done = askedOf(url.searchParams, "done", ["created", "changed", "ended", "deleted", "gone"]);
  const { rows, next } = await listAnnouncements(db, { locale, after: askedAfter(url.searchParams) });
  return {
    title: t("announcements:title"),
    done: done ? t(`announcements:done.${done}`) : null,
    rows: rows.map((row) => ({
      ...row,
      state: stateOf(row, now),
      starts_at: formatMoment(row.starts_at, locale),
      ends_at: formatMoment(row.ends_at, locale),
    })),
    next: nextPage("/admin/announcements", next),
  };
}

function stateOf(row: { starts_at: Date; ends_at: Date }, now: Date): "over" | "on" | "coming" {
  if (row.ends_at <= now) return "over";
  return row.starts_at <= now ? "on" : "coming";
}

export default function Announcements({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("announcements");
  const { title, done, rows, next } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <p>{t("intro")}</p>
      <div className="actions">
        <ButtonLink to="/admin/announcements/new/notice">{t("newNotice")}</ButtonLink>
        <ButtonLink to="/admin/announcements/new/event">{t("newEvent")}</ButtonLink>
      </div>
      <section className="card">
        <DataTable
          caption={title}
          columns={[
            t("text"),
            t("kind"),
            t("state"),
            { name: t("starts"), isMoment: true },
            { name: t("ends"), isMoment: true },
          ]}
          empty={t("empty")}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <Link key="text" to={`/admin/announcements/${row.id}`}>
                {row.text ?? t("untranslated")}
              </Link>,
              t(`kinds.${row.kind}`),
              t(`states.${row.state}`),
              row.starts_at,
              row.ends_at,
            ],
          }))}
        />
        {next ? <Link to={next}>{t("next")}</Link> : null}
      </section>
    </AdminPage>
  );
}
