import { useTranslation } from "react-i18next";
import { servicesContext } from "../../../context.ts";
import { listWordsReviews } from "../../../domain/creator-pages/words-review.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import type { Route } from "./+types/words-list";
import { ReviewList } from "./review-list.tsx";
import { reviewList, shownReview } from "./reviews.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const page = { path: "/admin/words", title: getI18n(context).t("creatorPages:words.title") };
  return await reviewList(context, url, page, async (asked) => {
    const { words, next } = await listWordsReviews(db, asked);
    const shown = (each: (typeof words)[number]) => ({
      id: each.id,
      words: each.words,
      ...shownReview(context, each, each.created_at),
    });
    return { reviews: words.map(shown), next };
  });
}

export default function WordsList({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { t: own } = useTranslation("creatorPages");
  return (
    <ReviewList
      {...loaderData}
      path="/admin/words"
      thing={own("words.words")}
      since={t("items.madeAt")}
      nameOf={(each) => (
        <>
          {each.words} <small>{t("items.of", { name: each.creator.name })}</small>
        </>
      )}
    />
  );
}
