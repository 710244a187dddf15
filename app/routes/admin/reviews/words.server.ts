import {
  acceptWords,
  declineWords,
  findWordsReview,
  listWordsReviews,
} from "../../../domain/creator-pages/page-words.server.ts";
import { listOpenReviews } from "../../../domain/moderation/review-queue.server.ts";
import { declineContentForm } from "../../../domain/typed-text.schema.ts";
import { button, form, pageActs } from "../acts.server.ts";
import { type Desk, decides, decisionOn, type ReviewKind, shownContent } from "./review-kind.server.ts";
import type { ShownReview } from "./review-parts.tsx";

const listOpen: ReviewKind["listOpen"] = (db) => listOpenReviews(db, "words");
const decide = decides("words", listOpen);

async function find(desk: Desk, id: string): Promise<ShownReview | null> {
  const { services, t } = desk;
  const words = await findWordsReview(services.db, id);
  if (!words) return null;
  const { amount, why, since, left, ...shown } = shownContent(desk, words, words.created_at);
  return {
    ...{ id, ...shown },
    title: t(`creatorPages:words.kind.${words.kind}`),
    cards: [
      {
        title: t("creatorPages:words.words"),
        quote: words.words,
        facts: [
          [t("creatorPages:words.shown"), words.shown ?? t("creatorPages:words.nothing")],
          [t("admin:items.amount"), amount],
          [t("admin:reviews.why"), why],
          [t("admin:reviews.left"), left],
          [t("admin:items.madeAt"), since],
        ],
        link: { text: t("creatorPages:words.page"), href: `/admin/users/${words.creator.id}/page` },
      },
    ],
    ...decisionOn(desk, words, {
      acceptText: t("creatorPages:words.acceptText"),
      declineText: t("creatorPages:words.declineText"),
      reasonHelp: t("creatorPages:words.reasonHelp"),
    }),
  };
}

const action = pageActs({
  accept: button(async ({ services, id, operator_id }) =>
    decide(services.db, id, () => acceptWords(services, { words_id: id, operator_id })),
  ),
  decline: form(declineContentForm, async ({ services, id, operator_id }, { reason }) =>
    decide(services.db, id, () => declineWords(services, { words_id: id, operator_id, reason })),
  ),
});

export const words: ReviewKind = {
  listOpen,
  list: async (desk, page) => {
    const { words: found, next } = await listWordsReviews(desk.services.db, page);
    return {
      next,
      reviews: found.map((each) => ({
        ...shownContent(desk, each, each.created_at),
        ...{ id: each.id, since: each.created_at, name: each.words },
        by: desk.t("admin:items.of", { name: each.creator.name }),
      })),
    };
  },
  find,
  action,
};
