import { redirect } from "react-router";
import {
  acceptWords,
  declineWords,
  findWordsReview,
  listWordsReviews,
} from "../../../domain/creator-pages/page-words.server.ts";
import {
  acceptItem,
  declineItem,
  findItemReview,
  listItemReviews,
} from "../../../domain/items/items.server.ts";
import { countryName } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { findTipReceiver, takeOffPage } from "../../../domain/tips/named-fans.server.ts";
import { acceptTip, declineTip, findTipReview, listTipReviews } from "../../../domain/tips/review.server.ts";
import { declineContentForm } from "../../../domain/typed-text.schema.ts";
import { button, form, pageActs } from "../acts.server.ts";
import type { Desk } from "../desk.server.ts";
import { decides, decisionOn, type ReviewKind, shownContent } from "./review-kind.server.ts";
import type { ShownReview } from "./review-parts.tsx";

const decideTip = decides("tips");

async function findTip(desk: Desk, id: string): Promise<ShownReview | null> {
  const { services, locale, t, stamp } = desk;
  const tip = await findTipReview(services.db, id);
  if (!tip) {
    // Removing a fan from a page logs a tip without review.
    const receiver = await findTipReceiver(services.db, id);
    if (receiver !== null) throw redirect(`/admin/users/${receiver}/page`);
    return null;
  }
  const { amount, why, since, left, ...shown } = shownContent(desk, tip, tip.waits_since);
  return {
    ...{ id, ...shown },
    title: t("admin:tips.one", { amount, name: tip.creator.name }),
    cards: [
      {
        title: t("admin:tips.facts"),
        facts: [
          [t("admin:reviews.why"), why],
          [t("admin:reviews.left"), left],
          [t("admin:tips.paidAt"), since],
          [t("admin:tips.item"), tip.item_name],
          [t("admin:queue.country"), tip.country === null ? null : countryName(tip.country, locale)],
        ],
      },
      {
        title: t("admin:tips.content"),
        facts: [[t("admin:tips.sender"), tip.sender_name ?? t("admin:tips.anonymous")]],
        said: tip.message ?? t("admin:tips.wordless"),
        pictures: tip.has_image
          ? [{ address: `/admin/reviews/tips/${id}/pictures/new`, alt: t("admin:tips.image") }]
          : [],
      },
    ],
    more: [
      {
        title: t("admin:tips.payments"),
        table: {
          columns: [
            t("admin:tips.way"),
            { name: t("admin:tips.charged"), isFigure: true },
            t("admin:tips.payment"),
            { name: t("admin:history.at"), isMoment: true },
          ],
          empty: t("admin:tips.noPayments"),
          rows: tip.payments.map(
            ({ id: key, type, status, charged_minor, charged_currency, created_at }) => ({
              key,
              cells: [
                t(`tip:payment.types.${type}.name`),
                formatAmount(charged_minor, charged_currency, locale),
                t(`admin:tips.paymentStatus.${status}`),
                stamp(created_at),
              ],
            }),
          ),
        },
      },
    ],
    ...decisionOn(desk, tip, {
      acceptText: t("admin:tips.acceptText"),
      declineText: t("admin:tips.declineText"),
      reasonHelp: t("admin:reviews.reasonHelp"),
    }),
  };
}

const tipActs = pageActs({
  accept: button(async ({ services, id, operator_id }) =>
    decideTip(id, () => acceptTip(services, { tip_id: id, operator_id })),
  ),
  decline: form(declineContentForm, async ({ services, id, operator_id }, { reason }) =>
    decideTip(id, () => declineTip(services, { tip_id: id, operator_id, reason })),
  ),
  take_off_page: button(async ({ services, id, operator_id }) => {
    const by = { by: "OPERATOR", tip_id: id, operator_id } as const;
    const done = await takeOffPage(services.db, by, services.clock());
    const creator = await findTipReceiver(services.db, id);
    return redirect(creator === null ? "/admin/users" : `/admin/users/${creator}/page?done=${done}`, 303);
  }),
});

export const tips: ReviewKind = {
  list: async (desk, page) => {
    const { tips: found, next } = await listTipReviews(desk.services.db, page);
    const { t } = desk;
    return {
      next,
      reviews: found.map((tip) => ({
        ...shownContent(desk, tip, tip.waits_since),
        ...{ id: tip.id, since: tip.waits_since },
        name: t("admin:tips.for", { name: tip.creator.name }),
        by:
          tip.sender_name === null
            ? t("admin:tips.anonymous")
            : t("admin:items.of", { name: tip.sender_name }),
      })),
    };
  },
  find: findTip,
  action: tipActs,
};

const decideItem = decides("items");

async function findItem(desk: Desk, id: string): Promise<ShownReview | null> {
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

const itemActs = pageActs({
  accept: button(async ({ services, id, ...given }) =>
    decideItem(id, () => acceptItem(services, { item_id: id, ...given })),
  ),
  decline: form(declineContentForm, async ({ services, id, ...given }, { reason }) =>
    decideItem(id, () => declineItem(services, { item_id: id, ...given, reason })),
  ),
});

export const items: ReviewKind = {
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
  find: findItem,
  action: itemActs,
};

const decideWords = decides("words");

async function findWords(desk: Desk, id: string): Promise<ShownReview | null> {
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

const wordsActs = pageActs({
  accept: button(async ({ services, id, operator_id }) =>
    decideWords(id, () => acceptWords(services, { words_id: id, operator_id })),
  ),
  decline: form(declineContentForm, async ({ services, id, operator_id }, { reason }) =>
    decideWords(id, () => declineWords(services, { words_id: id, operator_id, reason })),
  ),
});

export const words: ReviewKind = {
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
  find: findWords,
  action: wordsActs,
};
