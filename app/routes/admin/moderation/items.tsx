import { servicesContext } from "../../../context.ts";
import { listItemReviews } from "../../../domain/items/items.server.ts";
import { REVIEW_VIEWS } from "../../../domain/moderation/moderation.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/items";
import { ReviewChip, ReviewFilter, ReviewReasonName, TimeLeft } from "./review-parts.tsx";
import { reviewDone, shownReview } from "./reviews.server.ts";

/** The tribute items that wait for an operator, the longest first; or those that did before. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const view = askedOf(url.searchParams, "view", REVIEW_VIEWS) ?? "queue";
  const page = { view, after: askedAfter(url.searchParams) };
  const { items, next } = await listItemReviews(context.get(servicesContext).db, page);
  return {
    title: getI18n(context).t("admin:items.title"),
    done: reviewDone(context, url),
    view,
    items: items.map((item) => ({
      id: item.id,
      name: item.item_name,
      ...shownReview(context, item, item.created_at),
    })),
    next: nextPage("/admin/items", next, { view }),
  };
}

export default function Items({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  const { title, done, view, items, next } = loaderData;
  const isQueue = view === "queue";
  return (
    <AdminPage title={title} done={done}>
      <ReviewFilter action="/admin/items" view={view} />
      <section className="card">
        <DataTable
          caption={title}
          columns={[
            t("items.item"),
            { name: t("items.amount"), isFigure: true },
            t("reviews.why"),
            t("items.madeAt"),
            isQueue ? t("reviews.left") : t("reviews.standing"),
          ]}
          empty={isQueue ? t("queue.empty") : t("reviews.empty")}
          rows={items.map((item) => ({
            key: item.id,
            cells: [
              <a key="item" className="row-link" href={`/admin/items/${item.id}`}>
                {item.name} <small>{t("items.of", { name: item.creator.name })}</small>
              </a>,
              item.amount,
              <ReviewReasonName key="why" reason={item.reason} />,
              item.since,
              isQueue ? (
                <TimeLeft key="left" minutes={item.minutesLeft ?? 0} />
              ) : (
                <ReviewChip key="status" status={item.status} />
              ),
            ],
          }))}
        />
        <NextPage href={next} text={t("queue.next")} />
      </section>
    </AdminPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
