import {
  acceptItem,
  declineItem,
  findItemReview,
  listItemReviews,
} from "../../../domain/items/items.server.ts";
import { listOpenReviews } from "../../../domain/moderation/review-queue.server.ts";
import { declineContentForm } from "../../../domain/typed-text.schema.ts";
import { button, form, pageActs } from "../acts.server.ts";
import { type Desk, decides, decisionOn, type ReviewKind, shownContent } from "./review-kind.server.ts";
import type { ShownReview } from "./review-parts.tsx";

const listOpen: ReviewKind["listOpen"] = (db) => listOpenReviews(db, "item");
const decide = decides("items", listOpen);

async function find(desk: Desk, id: string): Promise<ShownReview | null> {
  const { services, t } = desk;
  const item = await findItemReview(services.db, id);
  if (!item) return null;
  const { amount, why, since, left, ...shown } = shownContent(desk, item, item.created_at);
  return {
    ...{ id, ...shown },
    title: item.item_name,
    cards: [
      {
        title: t("admin:items.facts"),
        facts: [
          [t("admin:items.amount"), amount],
          [t("admin:reviews.why"), why],
          [t("admin:reviews.left"), left],
          [t("admin:items.madeAt"), since],
        ],
        pictures: item.has_image
          ? [{ address: `/admin/reviews/items/${id}/pictures/new`, alt: t("admin:items.image") }]
          : [],
      },
    ],
    ...decisionOn(desk, item, {
      acceptText: t("admin:items.acceptText"),
      declineText: t("admin:items.declineText"),
      reasonHelp: t("admin:items.reasonHelp"),
      hidden: { seen: item.created_at.toISOString() },
    }),
  };
}

const action = pageActs({
  accept: button(async ({ services, id, ...given }) =>
    decide(services.db, id, () => acceptItem(services, { item_id: id, ...given })),
  ),
  decline: form(declineContentForm, async ({ services, id, ...given }, { reason }) =>
    decide(services.db, id, () => declineItem(services, { item_id: id, ...given, reason })),
  ),
});

export const items: ReviewKind = {
  listOpen,
  list: async (desk, page) => {
    const { items: found, next } = await listItemReviews(desk.services.db, page);
    return {
      next,
      reviews: found.map((item) => ({
        ...shownContent(desk, item, item.created_at),
        ...{ id: item.id, since: item.created_at, name: item.item_name },
        by: desk.t("admin:items.of", { name: item.creator.name }),
      })),
    };
  },
  find,
  action,
};
