import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { listJournalMonths } from "../../../domain/ledger/journal.server.ts";
import { formatMonth } from "../../../domain/money/formats.ts";
import { figure } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf, nextPage } from "../desk.server.ts";
import { BackToBooks, TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/journal";
import { askedMonth } from "./ledger.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, locale, t, stamp } = deskOf(context);
  const { months, next } = await listJournalMonths(db, askedMonth(url.searchParams.get("after")));
  return {
    title: t("desk:journal.title"),
    months: months.map(({ month, entries_count, closed_at }) => ({
      month,
      name: formatMonth(month, locale),
      entries: entries_count,
      closed: stamp(closed_at),
    })),
    next: nextPage("/admin/books/journal", next),
  };
}

export default function Journal({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  return (
    <AdminPage title={loaderData.title}>
      <p>{t("journal.intro")}</p>
      <TableCard
        caption={loaderData.title}
        next={loaderData.next}
        nextText={t("journal.next")}
        columns={[t("journal.month"), figure(t("journal.entries")), t("journal.state"), t("journal.file")]}
        empty={t("journal.empty")}
        rows={loaderData.months.map(({ month, name, entries, closed }) => ({
          key: month,
          cells: [
            name,
            entries,
            closed === null ? t("journal.running") : t("journal.closed", { at: closed }),
            entries === 0 ? (
              "–"
            ) : (
              <span key="file" className="actions">
                <Link to={`/admin/books/journal/${month}`} download>
                  {t("journal.download", { month })}
                </Link>
                <Link to={`/admin/books/journal/${month}/datev`}>{t("journal.datev.link", { month })}</Link>
              </span>
            ),
          ],
        }))}
      />
      <BackToBooks />
    </AdminPage>
  );
}
