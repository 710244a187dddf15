import { useTranslation } from "react-i18next";
import { servicesContext } from "../../../context.ts";
import { listTipReviews } from "../../../domain/tips/review.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import type { Route } from "./+types/tips";
import { ReviewList } from "./review-list.tsx";
import { reviewList, shownReview } from "./reviews.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const page = { path: "/admin/tips", title: getI18n(context).t("admin:tips.title") };
  return await reviewList(context, url, page, async (asked) => {
    const { tips, next } = await listTipReviews(db, asked);
    const shown = (tip: (typeof tips)[number]) => ({
      id: tip.id,
      sender: tip.sender_name,
      ...shownReview(context, tip, tip.paid_at),
    });
    return { reviews: tips.map(shown), next };
  });
}

export default function Tips({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  return (
    <ReviewList
      {...loaderData}
      path="/admin/tips"
      thing={t("tips.tip")}
      since={t("tips.paidAt")}
      nameOf={(tip) => (
        <>
          {t("tips.for", { name: tip.creator.name })}{" "}
          <small>{tip.sender === null ? t("tips.anonymous") : t("items.of", { name: tip.sender })}</small>
        </>
      )}
    />
  );
}
