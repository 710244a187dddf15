import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ReviewReason, ReviewView } from "../../../domain/moderation/review-content.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { ReviewChip, ReviewFilter, ReviewReasonName, TimeLeft } from "./review-parts.tsx";

interface ListedReview {
  id: string;
  status: string;
  reason: ReviewReason | null;
  amount: string;
  since: string;
  minutesLeft: number | null;
}

export function ReviewList<Review extends ListedReview>({
  facts,
  path,
  thing,
  since,
  reviews,
  nameOf,
}: {
  facts: { title: string; done: string | null; view: ReviewView; next: string | null };
  path: string;
  thing: string;
  since: string;
  reviews: readonly Review[];
  nameOf: (review: Review) => ReactNode;
}): ReactElement {
  const { t } = useTranslation("admin");
  const { title, done, view, next } = facts;
  const isQueue = view === "queue";
  return (
    <AdminPage title={title} done={done}>
      <ReviewFilter action={path} view={view} />
      <section className="card">
        <DataTable
          caption={title}
          columns={[
            thing,
            { name: t("items.amount"), isFigure: true },
            t("reviews.why"),
            since,
            isQueue ? t("reviews.left") : t("reviews.standing"),
          ]}
          empty={isQueue ? t("queue.empty") : t("reviews.empty")}
          rows={reviews.map((review) => ({
            key: review.id,
            cells: [
              <Link key="thing" className="row-link" to={`${path}/${review.id}`}>
                {nameOf(review)}
              </Link>,
              review.amount,
              <ReviewReasonName key="why" reason={review.reason} />,
              review.since,
              isQueue ? (
                <TimeLeft key="left" minutes={review.minutesLeft ?? 0} />
              ) : (
                <ReviewChip key="status" status={review.status} />
              ),
            ],
          }))}
        />
        <NextPage href={next} text={t("queue.next")} />
      </section>
    </AdminPage>
  );
}
