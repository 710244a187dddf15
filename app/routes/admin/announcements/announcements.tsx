import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { listAnnouncements } from "../../../domain/announcements/announcements.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { DataTable, time } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, doneText, nextPage } from "../desk.server.ts";
import type { Route } from "./+types/announcements";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, locale, t, stamp } = deskOf(context);
  const now = clock();
  const { rows, next } = await listAnnouncements(db, { locale, after: askedAfter(url.searchParams) });
  return {
    title: t("announcements:title"),
    done: doneText(url, ["created", "changed", "ended", "deleted", "gone"], (done) =>
      t(`announcements:done.${done}`),
    ),
    rows: rows.map((row) => ({
      ...row,
      state: stateOf(row, now),
      starts_at: stamp(row.starts_at),
      ends_at: stamp(row.ends_at),
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
          columns={[t("text"), t("kind"), t("state"), time(t("starts")), time(t("ends"))]}
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
