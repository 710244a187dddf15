import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { listGroupReviews } from "../../../domain/grouplists/group-reviews.server.ts";
import { REVIEW_VIEWS } from "../../../domain/moderation/review-content.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/groups";
import { ReviewFilter } from "./review-parts.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const view = askedOf(url.searchParams, "view", REVIEW_VIEWS) ?? "queue";
  const { groups, next } = await listGroupReviews(db, { view, after: askedAfter(url.searchParams) });
  const done = askedOf(url.searchParams, "done", ["accepted", "declined", "gone"]);
  return {
    title: t("grouplists:admin.title"),
    done: done ? t(`admin:reviews.done.${done}`) : null,
    view,
    next: nextPage("/admin/groups", next, { view }),
    groups: groups.map(({ review_since, created_at, owner, ...group }) => ({
      ...group,
      owner: owner?.username ?? null,
      since: formatMoment(review_since ?? created_at, locale),
      isChange: group.status === "APPROVED",
    })),
  };
}

export default function Groups({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { t: own } = useTranslation("grouplists");
  const { title, done, view, next, groups } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <ReviewFilter action="/admin/groups" view={view} />
      <section className="card">
        <DataTable
          caption={title}
          columns={[own("admin.thing"), own("admin.what"), own("admin.state"), own("admin.since")]}
          empty={view === "queue" ? t("queue.empty") : t("reviews.empty")}
          rows={groups.map((group) => ({
            key: group.id,
            cells: [
              <Link key="thing" className="row-link" to={`/admin/groups/${group.id}`}>
                <NameParts text={group.new_name ?? group.name ?? group.slug} />{" "}
                <small>
                  {group.owner === null ? own("admin.noOwner") : own("admin.of", { name: group.owner })}
                </small>
              </Link>,
              own(group.isChange ? "admin.kind.change" : "admin.kind.new"),
              own(`states.${group.status}`),
              group.since,
            ],
          }))}
        />
        <NextPage href={next} text={t("queue.next")} />
      </section>
    </AdminPage>
  );
}
