import { servicesContext } from "../../../context.ts";
import { REVIEW_VIEWS } from "../../../domain/moderation/moderation.server.ts";
import { listTipReviews } from "../../../domain/tips/tips.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/tips";
import { ReviewChip, ReviewFilter, ReviewReasonName, TimeLeft } from "./review-parts.tsx";
import { reviewDone, shownReview } from "./reviews.server.ts";

/** The tips that wait for an operator, the longest first; or those that did before. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const view = askedOf(url.searchParams, "view", REVIEW_VIEWS) ?? "queue";
  const page = { view, after: askedAfter(url.searchParams) };
  const { tips, next } = await listTipReviews(context.get(servicesContext).db, page);
  return {
    title: getI18n(context).t("admin:tips.title"),
    done: reviewDone(context, url),
    view,
    tips: tips.map((tip) => ({
      id: tip.id,
      sender: tip.sender_name,
      ...shownReview(context, tip, tip.paid_at),
    })),
    next: nextPage("/admin/tips", next, { view }),
  };
}

export default function Tips({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  const { title, done, view, tips, next } = loaderData;
  const isQueue = view === "queue";
  return (
    <AdminPage title={title} done={done}>
      <ReviewFilter action="/admin/tips" view={view} />
      <section className="card">
        <DataTable
          caption={title}
          columns={[
            t("tips.tip"),
            { name: t("items.amount"), isFigure: true },
            t("reviews.why"),
            t("tips.paidAt"),
            isQueue ? t("reviews.left") : t("reviews.standing"),
          ]}
          empty={isQueue ? t("queue.empty") : t("reviews.empty")}
          rows={tips.map((tip) => ({
            key: tip.id,
            cells: [
              <a key="tip" className="row-link" href={`/admin/tips/${tip.id}`}>
                {t("tips.for", { name: tip.creator.name })}{" "}
                <small>
                  {tip.sender === null ? t("tips.anonymous") : t("items.of", { name: tip.sender })}
                </small>
              </a>,
              tip.amount,
              <ReviewReasonName key="why" reason={tip.reason} />,
              tip.since,
              isQueue ? (
                <TimeLeft key="left" minutes={tip.minutesLeft ?? 0} />
              ) : (
                <ReviewChip key="status" status={tip.status} />
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
