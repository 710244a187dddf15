import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { countryName, formatMoment } from "../../../domain/money/formats.ts";
import { processingAt } from "../../../domain/verification/processing.ts";
import { DOCUMENT_KINDS } from "../../../domain/verification/requirements.ts";
import { listQueue } from "../../../domain/verification/submission.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/verifications";

const DONE = ["accepted", "declined", "locked", "gone"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const { cases, next } = await listQueue(db, askedAfter(url.searchParams));
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    done: done ? t(`admin:queue.done.${done}`) : null,
    documents: DOCUMENT_KINDS.length,
    cases: cases.map((each) => ({
      ...each,
      submitted_at: formatMoment(each.submitted_at, locale),
      country: each.country === null ? null : countryName(each.country, locale),
      days_left: processingAt(each.submitted_at, clock()).days_left,
    })),
    next: nextPage("/admin/verifications", next),
  };
}

export default function Verifications({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { cases, next, done } = loaderData;
  return (
    <AdminPage title={t("queue.title")} done={done}>
      <section className="card">
        <DataTable
          caption={t("queue.title")}
          columns={[
            t("queue.creator"),
            t("queue.country"),
            t("queue.documents"),
            t("queue.handedIn"),
            t("queue.left"),
          ]}
          empty={t("queue.empty")}
          rows={cases.map((each) => ({
            key: each.id,
            cells: [
              <Link key="creator" className="row-link" to={`/admin/verifications/${each.user_id}`}>
                {each.name}{" "}
                <small>
                  <NameParts text={`@${each.username}`} />
                </small>
              </Link>,
              each.country,
              t("queue.documentsOf", { count: each.documents, all: loaderData.documents }),
              each.submitted_at,
              each.days_left > 0 ? t("queue.daysLeft", { count: each.days_left }) : t("queue.overdue"),
            ],
          }))}
        />
        <NextPage href={next} text={t("queue.next")} />
      </section>
    </AdminPage>
  );
}
