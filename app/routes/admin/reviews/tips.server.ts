import { redirect } from "react-router";
import { listOpenReviews } from "../../../domain/moderation/review-queue.server.ts";
import { countryName, formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { findTipReceiver, takeOffPage } from "../../../domain/tips/named-fans.server.ts";
import { acceptTip, declineTip, findTipReview, listTipReviews } from "../../../domain/tips/review.server.ts";
import { declineContentForm } from "../../../domain/typed-text.schema.ts";
import { button, form, pageActs } from "../acts.server.ts";
import { type Desk, decides, decisionOn, type ReviewKind, shownContent } from "./review-kind.server.ts";
import type { ShownReview } from "./review-parts.tsx";

const listOpen: ReviewKind["listOpen"] = (db) => listOpenReviews(db, "tip");
const decide = decides("tips", listOpen);

async function find(desk: Desk, id: string): Promise<ShownReview | null> {
  const { services, locale, t } = desk;
  const tip = await findTipReview(services.db, id);
  if (!tip) {
    // A tip without a review is logged too when its fan is removed from a page.
    const receiver = await findTipReceiver(services.db, id);
    if (receiver !== null) throw redirect(`/admin/users/${receiver}/page`);
    return null;
  }
  const { amount, why, since, left, ...shown } = shownContent(desk, tip, tip.paid_at);
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
                formatMoment(created_at, locale),
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

const action = pageActs({
  accept: button(async ({ services, id, operator_id }) =>
    decide(services.db, id, () => acceptTip(services, { tip_id: id, operator_id })),
  ),
  decline: form(declineContentForm, async ({ services, id, operator_id }, { reason }) =>
    decide(services.db, id, () => declineTip(services, { tip_id: id, operator_id, reason })),
  ),
  take_off_page: button(async ({ services, id, operator_id }) => {
    const by = { by: "OPERATOR", tip_id: id, operator_id } as const;
    const done = await takeOffPage(services.db, by, services.clock());
    const creator = await findTipReceiver(services.db, id);
    return redirect(creator === null ? "/admin/users" : `/admin/users/${creator}/page?done=${done}`, 303);
  }),
});

export const tips: ReviewKind = {
  listOpen,
  list: async (desk, page) => {
    const { tips: found, next } = await listTipReviews(desk.services.db, page);
    const { t } = desk;
    return {
      next,
      reviews: found.map((tip) => ({
        ...shownContent(desk, tip, tip.paid_at),
        ...{ id: tip.id, since: tip.paid_at },
        name: t("admin:tips.for", { name: tip.creator.name }),
        by:
          tip.sender_name === null
            ? t("admin:tips.anonymous")
            : t("admin:items.of", { name: tip.sender_name }),
      })),
    };
  },
  find,
  action,
};
