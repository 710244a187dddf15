import { useTranslation } from "react-i18next";
import { servicesContext } from "../../../context.ts";
import { listItemReviews } from "../../../domain/items/item-reviews.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import type { Route } from "./+types/items";
import { ReviewList } from "./review-list.tsx";
import { reviewList, shownReview } from "./reviews.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const page = { path: "/admin/items", title: getI18n(context).t("admin:items.title") };
  return await reviewList(context, url, page, async (asked) => {
    const { items, next } = await listItemReviews(db, asked);
    const shown = (item: (typeof items)[number]) => ({
      id: item.id,
      name: item.item_name,
      ...shownReview(context, item, item.created_at),
    });
    return { reviews: items.map(shown), next };
  });
}

export default function Items({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  return (
    <ReviewList
      {...loaderData}
      path="/admin/items"
      thing={t("items.item")}
      since={t("items.madeAt")}
      nameOf={(item) => (
        <>
          {item.name} <small>{t("items.of", { name: item.creator.name })}</small>
        </>
      )}
    />
  );
}
